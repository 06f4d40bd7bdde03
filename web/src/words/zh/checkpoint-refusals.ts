/** Chinese messages of checkpoints, as in refusals.ts. */
export const checkpointRefusals: readonly (readonly [string, string])[] = [
  ['expected a text "{}" in config.json, got none', 'config.json 中缺少文本“{}”。'],
  [
    'expected a model_type of {} in config.json, got {}',
    'config.json 中的 model_type 应为 {}，而不是 {}。',
  ],
  ['expected a number "{}" in config.json, got none', 'config.json 中缺少数值“{}”。'],
  [
    'expected "{}" in config.json to be an integer from {} to {}, got {}',
    'config.json 中的“{}”应为 {} 到 {} 的整数，而不是 {}。',
  ],
  ['expected "{}" in config.json to be {}, got {}', 'config.json 中的“{}”应为 {}，而不是 {}。'],
  [
    'expected max_position_embeddings in config.json above pad_token_id + 1 = {}, got {}',
    'config.json 中的 max_position_embeddings 应大于 pad_token_id + 1 = {}，而不是 {}。',
  ],
  ['expected no tensor {} in a {} of {} layers, got one', '{3} 层的 {2} 模型没有张量 {1}。'],
  ['expected a tensor {} of shape {}, got none', '文件中缺少形状为 {2} 的张量 {1}。'],
  ['expected tensor {} of shape {}, got {}', '张量 {} 的形状应为 {}，而不是 {}。'],
  ['expected {} bytes of tensor {}, got {}', '张量 {2} 应有 {1} 字节，而不是 {3}。'],
  [
    'expected tensor {} of type F64, F32, F16 or BF16, or I8 with scales, got {}',
    '张量 {} 的类型应为 F64、F32、F16 或 BF16，或带缩放系数的 I8，而不是 {}。',
  ],
  [
    'expected tensor {} of type I8, since it has scales, got {}',
    '张量 {} 带有缩放系数，因此类型应为 I8，而不是 {}。',
  ],
  ['expected tensor {} of type BF16, got {}', '张量 {} 的类型应为 BF16，而不是 {}。'],
  ['expected a model with a head for masked words, got one without', '此模型没有掩码词输出头。'],
  ['expected a model with a pooler, got one without', '此模型没有池化层。'],
  ['expected {} slices of a checkpoint, got {}', '模型文件应有 {} 段，读取了 {} 段。'],
  [
    'expected weights "float32", "float16", "bfloat16" or "int8", got "{}"',
    '权重的形式应为 float32、float16、bfloat16 或 int8，而不是“{}”。',
  ],
  [
    'expected finite parameters to hold them as int8, got {}',
    '以 int8 存放的参数必须有限，而不是 {}。',
  ],
];
