/** Chinese messages of the vectors of words, as in refusals.ts. */
export const vectorRefusals: readonly (readonly [string, string])[] = [
  [
    'expected vectors of shape [word, layer, d_model], got {}',
    '向量的形状应为 [词, 层, d_model]，而不是 {}。',
  ],
  [
    'expected vectors of shape [sentence, layer, d_model], got {}',
    '向量的形状应为 [句子, 层, d_model]，而不是 {}。',
  ],
  [
    'expected cosines of shape [layer, word, word], got {}',
    '余弦的形状应为 [层, 词, 词]，而不是 {}。',
  ],
  ['expected a group for each of {} words, got {}', '应给出 {} 个词所属的组，而不是 {} 个。'],
  ['expected groups from 0 to {}, got {}', '组的编号应在 0 到 {} 之间，而不是 {}。'],
  [
    'expected v of shape [batch, kv_head, key, d_v] that fits weights of shape {}, got {}',
    'v 应与形状为 {} 的权重相符，而形状 {} 不符。',
  ],
  [
    'expected at most {} vectors, sentences times layers, got {}',
    '向量（句子数乘以层数）最多 {} 个，而不是 {} 个。',
  ],
  ['expected finite vectors, got NaN or infinity', '向量中有非有限的数。'],
  [
    'expected a model with one stack, to follow words through its layers, got an encoder-decoder',
    '由编码器和解码器组成的模型不支持逐层跟踪词。',
  ],
  ['expected a parameter of this model, got "{}"', '此模型没有参数“{}”。'],
  [
    'expected a part of {} with shape {}, got {} to {}',
    '{} 的一部分必须在形状 {} 之内，而不是从 {} 到 {}。',
  ],
  ['expected another vector of {} numbers, got {}', '另一个向量需要 {} 个数，而不是 {} 个。'],
  ['expected one sentence, got {}', '这里只能有一个句子，而不是 {} 个。'],
  ['expected at least one token for word {}, got none', '词 {} 没有词元。'],
  [
    'expected weights of as many queries as keys, got shape {}',
    '权重的查询数应等于键数，而形状 {} 不符。',
  ],
  [
    'expected weights of shape [batch, head, query, key], got {}',
    '权重的形状应为 [batch, head, query, key]，而不是 {}。',
  ],
  [
    'expected vectors of shape [token, layer, d_model], got {}',
    '向量的形状应为 [词元, 层, d_model]，而不是 {}。',
  ],
  [
    'expected vectors of the same shape before and after, got {} and {}',
    '改动前后的向量形状应相同，而不是 {} 和 {}。',
  ],
  [
    'expected a model with one vector per input, got one with readout "every_place"',
    '此模型在每个位置作答，整个输入没有单独的向量。',
  ],
  ['expected at least two texts, got {}', '这里至少需要两段文本，而不是 {} 段。'],
  [
    'expected similarities of shape [layer, head], got {}',
    '相似度的形状应为 [层, 头]，而不是 {}。',
  ],
];
