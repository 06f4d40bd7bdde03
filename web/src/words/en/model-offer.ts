/** English texts of the choice of a language model, and of what is wrong with an address. */
import { count } from '../forms/count';
import { withUnit } from '../forms/with-unit';

export const modelOffer = {
  offer: 'MiniLM, a model in everyday use',
  offerOwn: 'A language model of your own',
  about:
    'all-MiniLM-L6-v2 has 22.7 million parameters: 6 layers of 12 heads, d_model 384. It is used to compare sentences, and it reads English.',
  open: (megabytes: number) => `Open MiniLM (${withUnit(megabytes, 'MB')})`,
  openExact: (megabytes: number) => `Open it in 16 bits (${withUnit(megabytes, 'MB')})`,
  formHint:
    'The small file stores its large matrices in 8 bits, with a scale for every 32 numbers; the large file stores all numbers in 16 bits. They were published in 32 bits. The browser keeps what it has loaded, where it has room.',
  formInFile:
    'MiniLM is in this file, and no network is needed. Its large matrices are stored in 8 bits, with a scale for every 32 numbers; it was published in 32 bits.',
  origin: (source: string, license: string) => `Source: ${source}. License: ${license}.`,
  loading: (done: number, all: number) => `${done} of ${withUnit(all, 'MB')} loaded …`,
  cancel: 'Cancel',
  opening: 'Opening the model …',
  notOnSite:
    'This site was built without MiniLM. Run “npm run model”, which fetches it once, then “npm start”.',
  noFileAt: (address: string) => `There is no file at ${address}.`,
  badStatus: (address: string, status: number) =>
    `The server answers with status ${status} instead of the file ${address}.`,
  noConnection: 'The server does not answer. Try again.',
  notKept:
    'The browser did not keep this model: its storage is full, or may not be used. Next time, the model will be loaded again.',
  brokenOff: 'The download was interrupted. Open the model again.',
  ownFiles: 'Open files of your own',
  files: 'Files of a BERT, DistilBERT or RoBERTa model',
  chooseFiles: 'Choose files',
  chooseFolder: 'Choose a folder',
  filesHint:
    'Choose or drop config.json, model.safetensors and tokenizer.json together, as they are on the Hugging Face Hub. If the model is split into several files, choose all of them and model.safetensors.index.json. They stay on this page.',
  wantedFiles: (name: string) =>
    `This link was made with ${name}, a model opened from its author’s own files. To see it, choose these files below.`,
  form: 'Large matrices',
  forms: { stored: 'as in the file', int8: 'in 8 bits (int8)' },
  formsHint:
    'In 8 bits they take a quarter of the memory of 32 bits, and weights change a little: the page can measure by how much.',
  memoryOwn: (megabytes: number) =>
    `This device reports ${withUnit(count(megabytes), 'MB')} of memory, so 8 bits are chosen here.`,
  openInt8: 'Open it in 8 bits (int8)',
  address: 'Or the web address of a folder',
  addressHint:
    'With config.json, model.safetensors and tokenizer.json in it. A relative address works too: models/my-bert/.',
  ownSiteOnly: (origin: string) =>
    `The folder has to be on this site, ${origin}: the security policy of this page allows no other. Download the files of a model elsewhere and choose them above.`,
  otherSites:
    'A folder of another site can be read only if its server allows it (CORS) and the security policy of this page does.',
  openAddress: 'Open the folder',
  loadedSoFar: (done: number) => `${withUnit(done, 'MB')} loaded …`,
  noAddress: 'Enter the address of a folder.',
  noSource: (actual: string) =>
    `“${actual}” is not a model of this site (minilm, minilm-float16) nor the address of a folder, such as https://example.org/my-bert/.`,
  badScheme: (scheme: string) =>
    `An address that starts with “${scheme}” is not opened: use https: or http:.`,
  badAddress: (actual: string) =>
    `“${actual}” is not the address of a folder. It looks like https://example.org/my-bert/, without a password, “?” or “#”.`,
  blocked: (origin: string) =>
    `The security policy of this page (Content-Security-Policy, connect-src) does not allow it to read from ${origin}. Download the files there and choose them from your device.`,
  otherOrigin: (origin: string) =>
    `Nothing could be read from ${origin}: it does not answer, or does not let pages of other sites read its files (CORS).`,
  noModels:
    'This page does not say where MiniLM is. Its author can: models="https://…/models/" names the folder.',
  memory: (megabytes: number) =>
    `This device reports ${withUnit(count(megabytes), 'MB')} of memory. Open the small model: it takes about 65\u00a0MB, the large one about 130\u00a0MB.`,
};
