/** German messages of the vectors of words, as in refusals.ts. */
export const vectorRefusals: readonly (readonly [string, string])[] = [
  [
    'expected vectors of shape [word, layer, d_model], got {}',
    'Vektoren müssen die Form [Wort, Schicht, d_model] haben, nicht {}.',
  ],
  [
    'expected vectors of shape [sentence, layer, d_model], got {}',
    'Vektoren müssen die Form [Satz, Schicht, d_model] haben, nicht {}.',
  ],
  [
    'expected cosines of shape [layer, word, word], got {}',
    'Kosinuswerte müssen die Form [Schicht, Wort, Wort] haben, nicht {}.',
  ],
  [
    'expected a group for each of {} words, got {}',
    'Zu {} Wörtern gehören ebenso viele Gruppen, nicht {}.',
  ],
  ['expected groups from 0 to {}, got {}', 'Eine Gruppe ist eine Zahl von 0 bis {}, nicht {}.'],
  [
    'expected v of shape [batch, kv_head, key, d_v] that fits weights of shape {}, got {}',
    'v muss zu Gewichten der Form {} passen; die Form {} passt nicht.',
  ],
  [
    'expected at most {} vectors, sentences times layers, got {}',
    'Höchstens {} Vektoren sind möglich, Sätze mal Schichten, nicht {}.',
  ],
  [
    'expected finite vectors, got NaN or infinity',
    'Die Vektoren enthalten Zahlen, die nicht endlich sind.',
  ],
  [
    'expected a model with one stack, to follow words through its layers, got an encoder-decoder',
    'In einem Modell aus Encoder und Decoder lässt sich kein Wort durch die Schichten verfolgen.',
  ],
  ['expected a parameter of this model, got "{}"', 'Dieses Modell hat keinen Parameter „{}“.'],
  [
    'expected a part of {} with shape {}, got {} to {}',
    'Ein Teil von {} muss in der Form {} liegen, nicht von {} bis {}.',
  ],
  [
    'expected another vector of {} numbers, got {}',
    'Der andere Vektor braucht {} Zahlen, nicht {}.',
  ],
  ['expected one sentence, got {}', 'Hier ist genau ein Satz möglich, nicht {}.'],
  ['expected at least one token for word {}, got none', 'Das Wort {} hat kein Token.'],
  [
    'expected weights of as many queries as keys, got shape {}',
    'Die Gewichte müssen ebenso viele Queries wie Keys haben; die Form {} passt nicht.',
  ],
  [
    'expected weights of shape [batch, head, query, key], got {}',
    'Gewichte müssen die Form [batch, head, query, key] haben, nicht {}.',
  ],
  [
    'expected vectors of shape [token, layer, d_model], got {}',
    'Vektoren müssen die Form [Token, Schicht, d_model] haben, nicht {}.',
  ],
  [
    'expected vectors of the same shape before and after, got {} and {}',
    'Vorher und nachher müssen die Vektoren dieselbe Form haben, nicht {} und {}.',
  ],
  [
    'expected a model with one vector per input, got one with readout "every_place"',
    'Dieses Modell antwortet an jeder Position und hat keinen Vektor für eine ganze Eingabe.',
  ],
  ['expected at least two texts, got {}', 'Hier sind mindestens zwei Texte nötig, nicht {}.'],
  [
    'expected similarities of shape [layer, head], got {}',
    'Ähnlichkeiten müssen die Form [Schicht, Kopf] haben, nicht {}.',
  ],
];
