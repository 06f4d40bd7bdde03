import { checkpointRefusals } from './checkpoint-refusals';
import { loadRefusals } from './load-refusals';
import { trainingRefusals } from './training-refusals';
import { vectorRefusals } from './vector-refusals';

/** Chinese messages of the engine, by the English template: {} is the next piece, {2} the second. */
export const refusals: ReadonlyMap<string, string> = new Map([
  ['The engine could not start: {}.', '引擎无法启动：{}。'],
  ['The engine stopped: {}.', '引擎意外停止：{}。'],
  ['The engine has been closed.', '引擎已关闭。'],
  ['expected {} of {} to {}, got {}', '“{}”应为 {} 到 {}，而不是 {}。'],
  ['expected text in UTF-8, got other bytes', '文本应为 UTF-8 编码。'],
  ['expected a finite {} of at least 0, got {}', '{} 应为不小于 0 的有限数，而不是 {}。'],
  ['expected {} of at least {}, got {}', '{} 应不小于 {}，而不是 {}。'],
  ['expected {} of at least 0 and below {}, got {}', '{} 应至少为 0 且小于 {}，而不是 {}。'],
  [
    'expected {} of at least 0 and below {}, got {} at position {} of batch item {}',
    '{} 应至少为 0 且小于 {}，而批次第 {5} 项的位置 {4} 上是 {3}。',
  ],
  ['expected a sentence of at least one token, got none', '句子至少要有一个词元。'],
  [
    'expected {} of whole numbers from 0 to 65535, got {}',
    '{} 应由 0 到 65535 的整数组成，其中却有 {}。',
  ],
  ['expected the tensor "{}" of shape {}, got none', '缺少形状为 {2} 的张量“{1}”。'],
  ['expected finite numbers in {}, got NaN or infinity', '{} 中有非有限的数。'],
  [
    'expected a model with one stack, to read it layer by layer, got an encoder-decoder',
    '由编码器和解码器组成的模型无法逐层读取。',
  ],
  [
    'expected a model with one stack, to attribute a number to tokens, got an encoder-decoder',
    '由编码器和解码器组成的模型不支持把一个数归因到各词元。',
  ],
  [
    'expected names of fields, as rounded parameters have no gradients, got "{}"',
    '舍入后的参数没有梯度，“{}”不是字段。',
  ],
  [
    'expected words and pairs of {} sentences, got words of {} and pairs of {}',
    '共有 {} 个句子，但给出了 {} 个句子的词和 {} 个句子的词对。',
  ],
  [
    'expected the kinds of words for {} sentences, got them for {}',
    '共有 {} 个句子，但给出了 {} 个句子的词类。',
  ],
  ['expected a kind for each of {} words, got {}', '共有 {} 个词，但给出了 {} 个词类。'],
  [
    'expected 1 to {} tokens in each sentence, each with its word, got {}',
    '每个句子需要 1 到 {} 个词元的词，而不是 {} 个。',
  ],
  [
    'expected the number of a word from -1 to {}, got {}',
    '句子中词的编号应为 -1 到 {}，而不是 {}。',
  ],
  [
    'expected a relation below {} between words of the sentence, got {} from {} to {}',
    '需要编号小于 {} 的关系，连接句子中的词，而不是从 {3} 到 {4} 的关系 {2}。',
  ],
  [
    'expected a model of text with one stack, to find what its heads look at, got another model',
    '只有不是由编码器和解码器组成的文本模型，才能查找它的头在关注什么。',
  ],
  [
    'expected layers with the same number of heads, got {} and {}',
    '各层的头数应相同，而不是 {} 和 {}。',
  ],
  [
    'this head finder was lost when the engine stopped: create another',
    '引擎停止时这次对头的查找也丢失了。请重新开始。',
  ],
  ['expected {} of {} sentences, got {}', '{} 应对应 {} 个句子，而不是 {} 个。'],
  [
    'expected {} of the {} tokens of sentence {}, got {}',
    '{} 应对应 {} 个词元（句子 {3}），而不是 {4} 个。',
  ],
  [
    'expected a relation such as "previous_word", got {}',
    '需要“previous_word”这样的关系，而不是 {}。',
  ],
  [
    'expected models with one stack, to compare them, got an encoder-decoder',
    '由编码器和解码器组成的模型无法在此比较。',
  ],
  [
    'expected a rounded model of {} layers, as the exact one, got {}',
    '舍入后的模型应与精确模型一样有 {} 层，而不是 {}。',
  ],
  [
    'expected parameters of at most {} to hold them as {}, got a larger one',
    '参数不得超过 {}，才能以 {} 存放，其中却有更大的数。',
  ],
  [
    'expected a decoder-only or encoder-decoder model, to generate step by step, got an encoder',
    '只有纯解码器或编码器-解码器模型才能逐步生成。',
  ],
  [
    'expected a model whose answers are its {} tokens, got {} answers',
    '要生成文本，模型的答案应是它的 {} 个词元；它却有 {} 种答案。',
  ],
  ['expected a sequence to continue without {}, got one with it', '续写的序列不能带有 {}。'],
  [
    'expected one sequence of at least one token, got {}',
    '需要一个至少含一个词元的序列，而不是 {}。',
  ],
  [
    'expected logits that are finite, got NaN or infinity at position {}',
    '第 {} 处的 logits 不是有限数：模型无法继续生成。',
  ],
  ['expected {} of shape [{}], got [{}]', '{} 的形状应为 [{}]，而不是 [{}]。'],
  [
    'expected max_length of at least 1 for learned positions, got {}',
    '学习得到的位置需要 max_length 不小于 1，而不是 {}。',
  ],
  [
    'expected at most max_length {} tokens, got {}',
    '模型最多读 {} 个词元（max_length），而不是 {} 个。',
  ],
  [
    'expected patches of shape [batch, patch, d_patch] with d_patch {}, got {}',
    'patches 的形状应为 [batch, patch, d_patch]，其中 d_patch 为 {}；而不是 {}。',
  ],
  [
    'expected {} of shape [batch, n] with at least one batch item, got {} ids for [{}, {}]',
    '{} 的形状应为 [batch, n]，且至少有一项；现有 {} 个数，形状为 [{}, {}]。',
  ],
  ['expected embeddings of d_model {}, got {}', '嵌入的宽度 d_model 应为 {}，而不是 {}。'],
  [
    "expected the decoder's d_model to be the encoder's {}, got {}",
    '解码器的 d_model 应与编码器相同，为 {}，而不是 {}。',
  ],
  ['expected no d_patch for a model of tokens, got {}', '只有图像模型才有 d_patch；这里却是 {}。'],
  ['expected target_vocab_size of at least 1, got {}', 'target_vocab_size 应不小于 1，而不是 {}。'],
  ['expected an encoder for {}, got architecture {}', '只有编码器才有“{}”；这里的架构却是 {}。'],
  [
    'expected a model without a head to be an encoder with a readout, got another model',
    '没有输出层的模型必须是编码器，并输出某一位置或平均值。',
  ],
  [
    'expected num_labels of a tied head to be vocab_size {}, got {}',
    '输出层与嵌入表共享参数时，num_labels 应等于 vocab_size，即 {}，而不是 {}。',
  ],
  ['expected at most max_tokens {} tokens, got {}', '词元最多 {} 个（max_tokens），而不是 {} 个。'],
  ['expected an index of {} with shape {}, got {}', '下标 {3} 与形状为 {2} 的 {1} 不符。'],
  ['expected a field of this model, got "{}"', '这个模型没有字段“{}”。'],
  ['expected one of the attentions {}, got "{}"', '可选的注意力是 {1}，没有“{2}”。'],
  ['expected 1 or {} values for {}, got {}', '{2} 需要 1 个或 {1} 个值，而不是 {3} 个。'],
  [
    'expected an intervention at {} that multiplies or adds, got both',
    '对 {} 的干预只能相乘或相加，不能同时进行。',
  ],
  [
    'expected an intervention at a field of this model, or at a parameter of a projection, feed-forward, norm or untied head, got "{}"',
    '干预只能作用于这个模型的字段，或者投影、前馈网络、归一化或自带矩阵的输出层的参数；“{}”不在其中。',
  ],
  [
    'expected a gradient of a field of this model, got "{}"',
    '只有这个模型的字段才有梯度，“{}”不是它的字段。',
  ],
  [
    'expected an even d_head, because rotary positions rotate pairs of its elements, got {}',
    '旋转位置把每个头的数两两旋转：d_head 应为偶数，而不是 {}。',
  ],
  [
    'expected a finite rotary base of at least 1, got {}',
    '旋转位置的底数应为不小于 1 的有限数，而不是 {}。',
  ],
  [
    "expected d_key and d_value of a layer's attention to be its d_model {}, got {} and {}",
    '层的 d_key 和 d_value 应等于它的 d_model {}，而不是 {} 和 {}。',
  ],
  [
    "expected the feed-forward's d_model to be the attention's {}, got {}",
    '前馈网络的 d_model 应与注意力相同，为 {}，而不是 {}。',
  ],
  [
    'expected every layer to have the d_model {} of the first, got {}',
    '各层的 d_model 应与第一层相同，为 {}，而不是 {}。',
  ],
  ['expected "{}" to be at least 0, got {}', '“{}”应不小于 0，而不是 {}。'],
  [
    'expected answers_per_place to divide num_labels {}, got {}',
    'answers_per_place 应能整除 num_labels {}，{} 不能。',
  ],
  ['expected names of fields that the model computes, got "{}"', '模型不计算字段“{}”。'],
  [
    'expected one of the inputs {} for this model, got "{}"',
    '这个模型的输入应为 {} 之一，而不是“{}”。',
  ],
  ['expected {} with at least one id, got none', '{} 至少需要一个编号。'],
  [
    'expected no type_ids for a model with num_types 0, got type_ids',
    'num_types 为 0 的模型不接受 type_ids。',
  ],
  ['expected {} of shape {}, as the ids, got {}', '{} 的形状应与 ids 相同，为 {}，而不是 {}。'],
  ['expected 1 to {} {}, got {}', '{2} 应有 1 到 {1} 个，而不是 {3} 个。'],
  ['expected "{}" to be {}, got {}', '“{}”的值不合要求。要求：{}；现为：{}。'],
  ['expected at most {} keys, got {}', '最多 {} 项设置，而不是 {} 项。'],
  ['expected "{}", a whole number{}, got none', '缺少整数“{}”{}。'],
  ['expected "{}", a text, got none', '缺少文本“{}”。'],
  ['expected "{}", a list of texts, got none', '缺少文本列表“{}”。'],
  ['expected "{}" with at most {} texts, got {}', '“{}”最多 {} 个文本，而不是 {} 个。'],
  ['expected "{}" with at most {} bytes of text, got {}', '“{}”最多 {} 字节文本，而不是 {} 字节。'],
  ['expected a configuration with {}, got {}', '可用的设置是 {}，而不是 {}。'],
  ['expected {} of numbers from 0 to 255, got {}', '{} 应由 0 到 255 的数组成，其中却有 {}。'],
  ['this {} has been disposed of', '这个对象（{}）已被释放。'],
  [
    'this model was lost when the engine stopped: prepare another',
    '引擎停止时这个模型也丢失了。请重新准备。',
  ],
  [
    'this model was lost when the engine stopped: create another',
    '引擎停止时这个模型也丢失了。请重新创建。',
  ],
  [
    'expected {} to be a whole number from {} to {}, got {}',
    '{} 应为 {} 到 {} 的整数，而不是 {}。',
  ],
  ['expected only the keys {} in the call, got "{}"', '调用中只能有键 {}，而不是“{}”。'],
  ['expected either a seed or parameters, got both', '种子和参数只能给一个，不能两个都给。'],
  ['expected a seed or parameters, got neither', '需要种子或参数，两者都没有给。'],
  ['not enough memory for this request', '内存不足，无法完成这个请求。'],
  ['expected the module {} for this call, got {}', '这需要模块 {}，当前加载的是 {}。'],
  ...checkpointRefusals,
  ...vectorRefusals,
  ...loadRefusals,
  ...trainingRefusals,
]);
