/** Chinese texts of the training page. */
import { count } from './count';
import { ownText } from './own-text';
import type { Words } from '../en/base';
import { phrase } from '../forms/phrase';

export const training: Words['training'] = {
  trainingTitle: '看一个头怎样学会该关注哪里',
  trainingIntro: '本页从随机数开始训练一个小模型。点击播放，来回拖动，任选一个词元。',
  task: '任务',
  tasks: {
    goes_with: {
      name: '哪些词相配',
      objective:
        '在每个词处说出与它相配的词，例如限定词的名词、动词的主语、代词所指的名词。每个词的答案都要评判对错。',
      head: '相配',
    },
    who: {
      name: '代词指谁？',
      objective: '在代词处说出它所指的名词；在有人称变化的动词处说出其主语。',
      head: '指谁',
    },
    induction: {
      name: '上次后面是什么',
      objective: '遇到出现过的字母时，说出上次跟在它后面的字母。怎样做到，由模型自己找出。',
      head: '归纳',
    },
    translation: {
      name: '英译德',
      objective: '根据已有的德语词和英语句子，说出下一个德语词。',
      head: '翻译',
    },
    sort: {
      name: '排序',
      objective: '在竖线之后重复这些数，从最小的开始。',
      head: '下一个更大的数',
    },
    reverse: {
      name: '倒序',
      objective: '在竖线之后重复这些字母，从最后一个开始。',
      head: '对称位置',
    },
    copy: {
      name: '复制',
      objective: '在竖线之后按原来的顺序重复这些字母。',
      head: '相同位置',
    },
    copy_places: {
      name: '从多处复制',
      objective:
        '在每个字母处，一次说出固定距离处的各个字母。一个头若关注多个距离，就会把取来的内容混在一起。',
      head: '各处',
    },
    characters: {
      name: '一段文本，逐字符',
      objective:
        '在文本的每个字符处，说出下一个字符。头的名称取自两种有用的行为之一：关注前一个词元，或关注同一词元上次出现时后面的词元（归纳）。',
      head: '下一个字符',
    },
    words: {
      name: '一段文本，逐词',
      objective:
        '在文本的每个词处，说出下一个词。头的名称取自两种有用的行为之一：关注前一个词元，或关注同一词元上次出现时后面的词元（归纳）。',
      head: '下一个词',
    },
    digits: {
      name: '识别数字',
      objective:
        '说出图片上是哪个数字。图片分为 16 个图块；答案从类别词元读出；类别词元只有通过关注图块才能看到它们。',
      head: '墨迹',
    },
  },
  digits: {
    notLoaded: (why) => `数字图片无法加载：${why}`,
    image: '这张图片',
    yours: '您写的数字',
    own: '您自己写的数字',
    hint: '训练时也可以写。所写的数字会像训练图片那样缩放并居中，也会保存在链接中。',
  },
  controls: {
    seed: '种子',
    label: '训练过程',
    step: '一步',
    another: '换一个种子',
    rewind: (step) => `回到第 ${step} 步`,
    speed: '速度',
    speeds: { '1': '1 步', '4': '4 步', '16': '16 步', end: '直到结束' },
  },
  curves: {
    heading: '训练曲线',
    step: '步',
    loss: '损失',
    right: '正确的答案',
    score: '头给正确词元的权重',
    label: '训练过程如同影片：用方向键在快照之间移动',
    lossAtRight: '损失（右侧刻度）',
    penalty: (step) => `${step}：惩罚`,
    penalized: (step) =>
      `惩罚：从第 ${step} 步起，分散的注意力会增大损失，使头学会只看少数几个词元。`,
    runs: '点线：第二次训练的头和正确的答案；其损失的点间距更大。',
  },
  digitRun: {
    score: '头给有墨迹图块的权重',
    loading: '正在加载 2,000 个手写数字（0.3\u00a0MB）……',
    unnamed: (score, right) =>
      `这里的头都没有名称：没有任何信息说明哪个图块才正确。在留出的图片上，这个头给有墨迹图块的平均权重为 ${score}。${right} 的答案正确。`,
    shipped: '它用 10,000 张图片学习，本页只有其中的 2,000 张。',
    batches: (steps) => `PyTorch 所需的数据只含前 ${steps} 步的图片：全部步数的图片放不进内存。`,
  },
  noHints: (...before) => `${before.join('')}没有任何例子说明该关注哪里。`,
  relations: { 'previous token': '前一个词元', induction: '归纳' },
  place: (distance) => `位置 ${distance}`,
  layer: (number) => `第 ${number} 层`,
  cross: '交叉注意力',
  decoderLayer: (number) => `解码器第 ${number} 层`,
  isOff: (head) => `${head}，已关`,
  earned: (score, right) =>
    `在留出的样本上，它给正确词元的平均权重为 ${score}。${right} 的答案正确。`,
  unnamed: (score, right) =>
    `尚未获得名称：在留出的样本上，它给正确词元的平均权重为 ${score}，超过 0.8 才获得名称。${right} 的答案正确。`,
  untrained: '尚未训练：参数都是随机数，权重还没有意义。',
  examples: '并排的两个例子',
  own: {
    label: '您自己的例子',
    hint: '训练时也可以输入。如果模型读不懂您的文本，就保留最后一个能读懂的例子。',
    words: '它认识的词元',
  },
  run: {
    play: '播放',
    pause: '暂停',
    progress: (step, steps) => `第 ${step} 步，共 ${steps} 步`,
    starting: '正在启动引擎……',
  },
  shipped: {
    lab: '在实验室打开预先训练好的模型',
    label: '参数',
    starts: { nothing: '从零开始', shipped: '预先训练好的' },
    loading: '正在加载训练好的参数……',
    failed: (why) => `无法加载训练好的参数：${why}`,
    noFolder: (attribute) => `属性 ${attribute} 应为参数所在文件夹的地址，但没有给出。`,
    origin: (file, seed, steps) =>
      `这些参数随网站提供，在文件 ${file} 中：事先按此配方训练，种子 ${seed}，共 ${steps} 步，并舍入为 16 位。`,
    goOn: '“播放”从那里继续训练，优化器重新开始。“从零开始”则在这里用同一个种子从第一步训练。',
    measured: (examples) => `当时在从未用于训练的 ${count(examples)} 个样本上测得：`,
    figures: {
      right: '正确的答案',
      exact: '所有答案都正确的样本',
      'worst category': '最难的一类句子中正确的答案',
      'pronoun by adjective': '代词给其名词的权重（由形容词决定）',
      'pronoun of three nouns': '同上，三个名词',
      'pronoun by gender or number': '人称代词给其名词的权重',
      'verb across clauses': '动词给其主语的权重',
      adjective: '形容词给其名词的权重',
      determiner: '限定词给其名词的权重',
      noun: '名词给其动词的权重',
      'rows right': '最大权重落在正确词元上的行',
      'popular column': '关注最受关注的词元的行',
      'previous token': '关注前一个词元的头',
      induction: '归纳头',
      needles: '按键查值时正确的答案（从未训练过的任务）',
      source: '给正确数字的权重',
      'content word': '实词给其源词的权重',
    },
  },
  announced: {
    named: (head, name, step) => `第 ${step} 步：${head}获得名称“${name}”。`,
    finished: (step, right) => `在第 ${step} 步结束：${right} 的答案正确。`,
    lost: '引擎停止了。训练从同一步继续。',
  },
  noAnswer: (url, actual) => `${url} 处应有文件，得到的却是：${actual}。`,
  earns: '0.8：头由此获得名称',
  heads: {
    heading: '各个头',
    hint: '关闭一个头后，两个例子和之后算出的所有数都来自没有它的模型。',
    allOn: '打开所有头，取消所有强制的行',
    leftOut: (changes) => `已忽略此模型中不存在的内容：${changes}`,
    unchanged: '测量时所有头都打开，没有强制任何行。',
  },
  ownText,
  failed: (why) => `训练停止了：${why}`,
  keep: {
    heading: '保存这次训练',
    parameters: '参数，safetensors',
    recipe: '配方，JSON',
    csv: '曲线，CSV',
    svg: '曲线，SVG',
    pytorch: '复制为 PyTorch',
    npz: 'PyTorch 所需的数据，NPZ',
    lab: '实验室也能打开在这里保存的参数：在那里的模型列表中选择“自己的文件”。',
  },
  compare: {
    heading: '同一个种子的两次训练',
    hint: (task) => `两次训练用相同的例子学习任务“${task}”，只有一处选择不同。`,
    what: '不同之处',
    choices: {
      heads: '1 个头或 8 个头',
      positions: '有位置或无位置',
      bottleneck: '值的维度小或大',
      penalty: '有惩罚或无惩罚',
      decay: '有权重衰减或无权重衰减',
      embedding: '大嵌入或小嵌入',
    },
    places: '同时的位置数',
    start: '训练两个模型',
    stop: '停止',
    run: (name, right, score) => phrase`${name}：${right} 正确，最好的头 ${score}`,
    seeds: '试十个种子',
    named: (named, right, seeds) =>
      `${seeds} 个种子中，${right} 个学会了任务（至少 95% 正确），${named} 个有头获得名称（高于 0.8）。`,
  },
};
