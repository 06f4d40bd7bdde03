/** Chinese messages of tasks, recipes and trainers, as in refusals.ts. */
export const trainingRefusals: readonly (readonly [string, string])[] = [
  ['expected images with more than one shade of gray, got one shade', '图像至少要有两种灰度。'],
  [
    'expected enough images that one in ten can be held out, got {}',
    '图像太少，无法留出十分之一：只有 {} 张。',
  ],
  [
    'expected an image of a digit, got text: digits cannot be typed',
    '数字图像不能用键盘输入：这个任务读的是图像。',
  ],
  [
    'expected digits to train on, with 784 pixels each, got {} digits and {} pixels',
    '需要用于训练的数字，每个 784 像素；现有 {} 个数字和 {} 个像素。',
  ],
  ['expected {} {} for this task, got {}', '这个任务需要 {} {}，而不是 {}。'],
  ['expected an image of {} pixels, got {}', '图像应有 {} 个像素，而不是 {} 个。'],
  ['expected pixels from 0 to 255, got {}', '像素应为 0 到 255，而不是 {}。'],
  [
    'expected an example in tokens, got an image: only digits have images',
    '只有数字任务读图像，这个任务读词元。',
  ],
  ['expected digits from 0 to 9, got {}', '数字应为 0 到 9，而不是 {}。'],
  [
    'expected a row of symbols without a bar, got one with a bar',
    '请输入一行符号，其中不要有竖线。',
  ],
  ['expected one of the tasks {}, got {}', '任务应为 {} 之一，而不是 {}。'],
  ['expected a text of at least {} tokens, got {}', '文本至少需要 {} 个词元，现在有 {} 个。'],
  [
    'expected beta_1 and beta_2 of at least 0 and below 1, got {} and {}',
    'beta_1 和 beta_2 应不小于 0 且小于 1，而不是 {} 和 {}。',
  ],
  [
    'expected a momentum of at least 0 and below 1, got {}',
    '动量 momentum 应不小于 0 且小于 1，而不是 {}。',
  ],
  [
    'expected an attention of this model with a name that ends with "{}", got none',
    '此模型没有名称以“{}”结尾的注意力。',
  ],
  ['expected one of the recipes {}, got {}', '配方应为 {} 之一，而不是 {}。'],
  ['expected a floor from 0 to 1, got {}', '余弦的终值应为 0 到 1，而不是 {}。'],
  [
    'expected a ramp with 0 <= begin <= full <= 1, got {} and {}',
    '惩罚的开始和达到最大应在 0 到 1 之间，且达到最大不早于开始；不能是 {} 和 {}。',
  ],
  ['expected a step of at least {}, got {}', '这次训练从第 {} 步开始，第 {} 步在它之前。'],
  [
    'expected count of at most {} for batches of {} examples, got {}',
    '每步 {2} 个样本时，步数最多为 {1}，而不是 {3}。',
  ],
  [
    'expected a model to train, got one that holds its parameters rounded',
    '此模型的参数已舍入，不能再更改。',
  ],
  ['expected a step from 0 to {}, got {}', '步数应在 0 到 {} 之间，而不是 {}。'],
  [
    "expected only tensors of the recipe's model and its optimizer, got {}",
    '状态中有 {}，它不属于配方的模型及其优化器。',
  ],
  [
    "expected step {}, as in the state's tensor {}, got {}",
    '按“{2}”，这个状态属于第 {1} 步，而不是第 {3} 步。',
  ],
  [
    'expected one label for each row of the logits {}, got {}',
    'logits {} 的每一行需要一个答案，现有 {} 个。',
  ],
  ['expected one weight for each of {} labels, got {}', '{} 个答案各需要一个权重，现有 {} 个。'],
  ['expected labels from -1 (ignored) to {}, got {}', '答案应为 -1（忽略）到 {}，而不是 {}。'],
  ['expected finite weights of at least 0, got {}', '权重应为不小于 0 的有限数，而不是 {}。'],
  [
    'expected a label_smoothing of at least 0 and below 1, got {}',
    '标签平滑 label_smoothing 应不小于 0 且小于 1，而不是 {}。',
  ],
  [
    'expected a dropout probability of at least 0 and below 1, got {}',
    '随机失活的概率应不小于 0 且小于 1，而不是 {}。',
  ],
  ['expected a held-out example below {}, got {}', '留出样本的编号应小于 {}，而不是 {}。'],
  [
    'expected a task with {} answers at each position, got {}',
    '任务在每个位置应有 {} 个答案，而不是 {} 个。',
  ],
  [
    'expected a task with the vocabulary of {}, got {}',
    '需要一个与 {} 词表相同的任务，而不是 {}。',
  ],
];
