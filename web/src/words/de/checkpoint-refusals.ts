/** German messages of checkpoints, as in refusals.ts. */
export const checkpointRefusals: readonly (readonly [string, string])[] = [
  ['expected a text "{}" in config.json, got none', 'In config.json fehlt der Text „{}“.'],
  [
    'expected a model_type of {} in config.json, got {}',
    'model_type in config.json muss {} sein, nicht {}.',
  ],
  ['expected a number "{}" in config.json, got none', 'In config.json fehlt die Zahl „{}“.'],
  [
    'expected "{}" in config.json to be an integer from {} to {}, got {}',
    '„{}“ in config.json muss eine ganze Zahl von {} bis {} sein, nicht {}.',
  ],
  ['expected "{}" in config.json to be {}, got {}', '„{}“ in config.json muss {} sein, nicht {}.'],
  [
    'expected max_position_embeddings in config.json above pad_token_id + 1 = {}, got {}',
    'max_position_embeddings in config.json muss größer sein als pad_token_id + 1 = {}, nicht {}.',
  ],
  [
    'expected no tensor {} in a {} of {} layers, got one',
    'Ein Modell der Art {2} mit {3} Schichten hat keinen Tensor {1}.',
  ],
  ['expected a tensor {} of shape {}, got none', 'In der Datei fehlt der Tensor {} der Form {}.'],
  ['expected tensor {} of shape {}, got {}', 'Der Tensor {} muss die Form {} haben, nicht {}.'],
  ['expected {} bytes of tensor {}, got {}', 'Der Tensor {2} braucht {1} Bytes, nicht {3}.'],
  [
    'expected tensor {} of type F64, F32, F16 or BF16, or I8 with scales, got {}',
    'Der Tensor {} muss vom Typ F64, F32, F16 oder BF16 sein, oder I8 mit Skalierungsfaktoren, nicht {}.',
  ],
  [
    'expected tensor {} of type I8, since it has scales, got {}',
    'Der Tensor {} hat Skalierungsfaktoren und muss daher vom Typ I8 sein, nicht {}.',
  ],
  ['expected tensor {} of type BF16, got {}', 'Der Tensor {} muss vom Typ BF16 sein, nicht {}.'],
  [
    'expected a model with a head for masked words, got one without',
    'Dieses Modell hat keinen Ausgabekopf für maskierte Wörter.',
  ],
  ['expected a model with a pooler, got one without', 'Dieses Modell hat keinen Pooler.'],
  [
    'expected {} slices of a checkpoint, got {}',
    'Die Datei des Modells hat {} Abschnitte, gelesen wurden {}.',
  ],
  [
    'expected weights "float32", "float16", "bfloat16" or "int8", got "{}"',
    'Gewichte liegen als float32, float16, bfloat16 oder int8 vor, nicht als „{}“.',
  ],
  [
    'expected finite parameters to hold them as int8, got {}',
    'Parameter als int8 müssen endlich sein, nicht {}.',
  ],
];
