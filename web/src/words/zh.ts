/** The interface's words in Chinese (simplified). */
import type { Words } from './words';

export const zh: Words = {
  table: {
    summary: '表格',
    of: (what) => `：${what}`,
    copy: '复制为制表符分隔的文本',
    copied: '已复制。',
    refused: '剪贴板被拒绝；已改为选中表格。',
  },
  open: {
    empty: '需要一个有内容的文件，得到的是空文件。',
    unknown:
      '需要本实验室的记录（.json 或 .npz）、.npz、.npy 或 .safetensors 文件，得到的是其他文件。',
    tooLarge: (most, came) =>
      `最多 ${most / 2 ** 20} MB，得到的是 ${Math.ceil(came / 2 ** 20)} MB。`,
    expands: (most, came) =>
      `压缩包解压后最多 ${most / 2 ** 20} MB，得到的是 ${Math.ceil(came / 2 ** 20)} MB。`,
    bytes: (where, expected, came) => `${where}：需要 ${expected} 字节，得到 ${came} 字节。`,
    header: (where, most, came) => `${where}：文件头最多 ${most} 字节，得到 ${came} 字节。`,
    notNpy: (where) => `${where}：需要 NumPy 保存的数组，得到的是其他内容。`,
    npyVersion: (where, came) => `${where}：需要 NumPy 格式 1.0、2.0 或 3.0，得到 ${came}。`,
    npyHeader: (where, came) => `${where}：需要 descr、fortran_order 和 shape，得到 ${came}。`,
    type: (where, came) =>
      `${where}：需要数值（float16、32、64、bfloat16、整数或布尔），得到的类型是 ${came}。`,
    shape: (where, came) => `${where}：形状应由整数组成，得到 ${came}。`,
    axes: (where, most, came) => `${where}：最多 ${most} 个轴，得到 ${came} 个。`,
    tooManyNumbers: (where, most, came) => `${where}：最多 ${most} 个数，得到的形状是 ${came}。`,
    noTensors: '至少需要一个张量，得到的一个也没有。',
    tooManyTensors: (most, came) => `最多 ${most} 个张量，得到 ${came} 个。`,
    name: (came, most) => `名称应为 1 到 ${most} 个可见字符，得到 ${came}。`,
    twice: (name) => `张量的名称应各不相同，“${name}”出现了两次。`,
    archive: (what) => `压缩包已损坏：${what}`,
    noDirectory: '目录应在末尾，其后不应有任何内容。',
    packing: (name) => `${name}：条目应为未压缩或 deflate 压缩，得到的是其他方式。`,
    entry: (name) => `${name}：条目与目录所述不符。`,
    overlap: '条目互相重叠。',
    sum: (name) => `${name}：校验和不正确。`,
    pickle:
      '需要数组，得到的是 PyTorch 文件（.pt、.pth），其中含有程序：请保存为 safetensors 或使用 numpy.savez。',
    safetensorsHeader: '需要 JSON 格式的 safetensors 文件头，得到的是其他内容。',
    safetensorsEntry: (name, came) => `${name}：需要 dtype、shape 和 data_offsets，得到 ${came}。`,
    offsets: (name, came) =>
      `${name}：data_offsets 应与其大小相符，并从前一个张量的末尾开始；得到 ${came}。`,
    allTensors: '全部张量',
    json: '需要本实验室的 JSON 记录，得到的是其他内容。',
    trace: (came) => `需要本实验室的记录，得到 ${came}。`,
    traceVersion: (expected, came) => `需要记录格式的版本 ${expected}，得到 ${came}。`,
    traceState: (came) => `需要本实验室的设置，得到 ${came}。`,
    traceTokens: (most, came) => `需要 1 到 ${most} 个词元，得到 ${came}。`,
    traceTensor: (name, came) => `${name}：需要 axes、shape 和数值，得到 ${came}。`,
    numbers: (name, expected, came) => `${name}：需要 ${expected} 个数，得到 ${came}。`,
  },
  difference: {
    heading: (field) => `${field} 之差：第一个实验减去第二个`,
    expected: (came) => `应给出两个实验的 id，例如 of="one two"，得到的是“${came}”。`,
  },
  embed: {
    button: '嵌入……',
    title: '放入自己的网页',
    close: '关闭',
    what: '显示内容',
    choices: {
      all: '全部内容',
      row: '词元与条形图',
      matrix: '热力图',
      both: '词元、条形图与热力图',
      vector: '词元与上下文向量',
    },
    frame: '框架',
    frameNote: '适用于任何允许 iframe 的网页。脚本会调整高度；没有脚本时框架自带滚动条。',
    element: '元素',
    elementNote: '适用于允许脚本的网页。使用打包工具时：npm install attention-lab，然后导入。',
    file: '单个文件',
    fileNote: '无需服务器和网络的完整页面：可直接打开、分发，或放在自己的网页旁边。',
    copy: '复制',
    copied: '已复制。',
    refused: '剪贴板被拒绝：文本已选中，请用键盘复制。',
    download: '下载 attention-lab.html',
    saved: '已下载，并包含当前设置。',
    notSaved: (reason) => `无法取得文件：${reason}`,
  },
  given: {
    shape: (name, came) =>
      `${name}：形状应为 [n, d_head]、[head, n, d_head] 或 [1, head, n, d_head]，得到 ${came}。`,
    count: (name, expected, came) => `${name}：需要 ${expected} 个数，得到 ${came} 个。`,
    finite: (name, came) => `${name}：需要有限的数，得到 ${came}。`,
    keysAndValues: (k, v) => `k 与 v 的形状应相同，得到 ${k} 和 ${v}。`,
    queriesAndKeys: (q, k) =>
      `q 与 k 的 d_head 应相同，且 k 的头数应整除 q 的头数；得到 ${q} 和 ${k}。`,
    rows: (most, came) => `最多 ${most} 个查询和键，得到 ${came} 个。`,
    width: (most, came) => `所有头合计每个词元最多 ${most} 个数，得到 ${came} 个。`,
    scores: (most, came) => `最多 ${most} 个分数（头 × 查询 × 键），得到 ${came} 个。`,
    tokens: (name, expected, came) => `${name}：需要 ${expected} 个词元，得到 ${came} 个。`,
  },
};
