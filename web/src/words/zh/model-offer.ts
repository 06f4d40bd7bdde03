/** Chinese texts of the choice of a language model, and of what is wrong with an address. */
import { count } from './count';
import type { modelOffer as english } from '../en/model-offer';
import { withUnit } from '../forms/with-unit';

export const modelOffer: typeof english = {
  offer: 'MiniLM：一个日常使用的模型',
  offerOwn: '自己的语言模型',
  about:
    'all-MiniLM-L6-v2 有 2270 万个参数：6 层，每层 12 个头，d_model 为 384。它用来比较句子，读的是英语。',
  open: (megabytes) => `打开 MiniLM（${withUnit(megabytes, 'MB')}）`,
  openExact: (megabytes) => `打开 16 位的模型（${withUnit(megabytes, 'MB')}）`,
  formHint:
    '小文件的大矩阵以 8 位保存，每 32 个数有一个缩放系数；大文件的所有数以 16 位保存。发布时为 32 位。有空间时，浏览器会保留已下载的文件。',
  formInFile:
    'MiniLM 就在本文件中，无需网络。大矩阵以 8 位保存，每 32 个数有一个缩放系数；发布时为 32 位。',
  origin: (source, license) => `来源：${source}。许可证：${license}。`,
  loading: (done, all) => `已下载 ${withUnit(done, 'MB')}，共 ${withUnit(all, 'MB')}……`,
  cancel: '取消',
  opening: '正在打开模型……',
  notOnSite: '本网站构建时没有包含 MiniLM。请运行“npm run model”下载一次，再运行“npm start”。',
  noFileAt: (address) => `${address} 处没有文件。`,
  badStatus: (address, status) => `服务器没有给出文件 ${address}，返回的状态是 ${status}。`,
  noConnection: '服务器没有回应。请重试。',
  notKept: '浏览器没有保留这个模型：它的存储空间已满，或不允许使用。下次会重新下载。',
  brokenOff: '下载中断。请再次打开模型。',
  ownFiles: '打开自己的文件',
  files: 'BERT、DistilBERT 或 RoBERTa 模型的文件',
  chooseFiles: '选择文件',
  chooseFolder: '选择文件夹',
  filesHint:
    '请同时选择或拖入 config.json、model.safetensors 和 tokenizer.json，与 Hugging Face Hub 上的文件相同；如果模型分成多个文件，请选择全部文件和 model.safetensors.index.json。文件不会离开本页。',
  wantedFiles: (name) =>
    `此链接是用 ${name} 制作的，该模型由链接的作者从自己的文件打开。要查看它，请在下面选择这些文件。`,
  form: '大矩阵',
  forms: { stored: '与文件相同', int8: '用 8 位（int8）' },
  formsHint: '用 8 位时只占 32 位的四分之一内存，权重略有变化；变化多少可以在本页测量。',
  memoryOwn: (megabytes) =>
    `本设备报告的内存为 ${withUnit(count(megabytes), 'MB')}，所以这里选用 8 位。`,
  openInt8: '用 8 位（int8）打开',
  address: '或输入文件夹的网址',
  addressHint:
    '其中要有 config.json、model.safetensors 和 tokenizer.json。也可以用相对地址：models/my-bert/。',
  ownSiteOnly: (origin) =>
    `文件夹必须在本网站（${origin}）：本页的安全策略不允许读取其他网站。模型在别处时，请先下载文件，再在上面选择。`,
  otherSites: '其他网站的文件夹，只有其服务器允许（CORS）且本页的安全策略也允许时才能读取。',
  openAddress: '打开文件夹',
  loadedSoFar: (done) => `已下载 ${withUnit(done, 'MB')}……`,
  noAddress: '请输入文件夹的地址。',
  noSource: (actual) =>
    `“${actual}”既不是本网站的模型（minilm、minilm-float16），也不是文件夹的地址，例如 https://example.org/my-bert/。`,
  badScheme: (scheme) => `以“${scheme}”开头的地址不会打开：请使用 https: 或 http:。`,
  badAddress: (actual) =>
    `“${actual}”不是文件夹的地址。地址应类似 https://example.org/my-bert/，不含密码、“?”或“#”。`,
  blocked: (origin) =>
    `本页的安全策略（Content-Security-Policy，connect-src）不允许读取 ${origin}。请先从那里下载文件，再从本机选择。`,
  otherOrigin: (origin) =>
    `无法从 ${origin} 读取：服务器没有回应，或者不允许其他网站的页面读取其文件（CORS）。`,
  noModels: '本页没有说明 MiniLM 在哪里。页面作者可以写明文件夹：models="https://…/models/"。',
  memory: (megabytes) =>
    `本设备报告的内存为 ${withUnit(count(megabytes), 'MB')}。请打开小的模型：它约需 65\u00a0MB，大的约需 130\u00a0MB。`,
};
