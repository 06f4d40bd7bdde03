/** German texts of the choice of a language model, and of what is wrong with an address. */
import { count } from './count';
import type { modelOffer as english } from '../en/model-offer';
import { withUnit } from '../forms/with-unit';

export const modelOffer: typeof english = {
  offer: 'MiniLM, ein Modell aus der Praxis',
  offerOwn: 'Ein eigenes Sprachmodell',
  about:
    'all-MiniLM-L6-v2 hat 22,7 Millionen Parameter: 6 Schichten mit 12 Köpfen, d_model 384. Es dient zum Vergleichen von Sätzen und liest Englisch.',
  open: (megabytes) => `MiniLM öffnen (${withUnit(megabytes, 'MB')})`,
  openExact: (megabytes) => `In 16 Bit öffnen (${withUnit(megabytes, 'MB')})`,
  formHint:
    'Die kleine Datei speichert die großen Matrizen in 8 Bit, mit einem Faktor für je 32 Zahlen, die große alle Zahlen in 16 Bit. Veröffentlicht wurden sie in 32 Bit. Der Browser behält, was er geladen hat, wenn er Platz dafür hat.',
  formInFile:
    'MiniLM ist in dieser Datei; ein Netz ist nicht nötig. Die großen Matrizen sind in 8 Bit gespeichert, mit einem Faktor für je 32 Zahlen; veröffentlicht wurde das Modell in 32 Bit.',
  origin: (source, license) => `Quelle: ${source}. Lizenz: ${license}.`,
  loading: (done, all) => `${done} von ${withUnit(all, 'MB')} geladen …`,
  cancel: 'Abbrechen',
  opening: 'Das Modell wird geöffnet …',
  notOnSite:
    'Diese Website wurde ohne MiniLM gebaut. „npm run model“ holt es einmal; danach „npm start“.',
  noFileAt: (address) => `Unter ${address} liegt keine Datei.`,
  badStatus: (address, status) =>
    `Statt der Datei ${address} schickt der Server den Status ${status}.`,
  noConnection: 'Der Server antwortet nicht. Bitte noch einmal versuchen.',
  notKept:
    'Der Browser hat dieses Modell nicht behalten: Sein Speicherplatz ist voll oder darf nicht benutzt werden. Beim nächsten Mal wird es wieder geladen.',
  brokenOff: 'Der Download wurde unterbrochen. Bitte das Modell noch einmal öffnen.',
  ownFiles: 'Eigene Dateien öffnen',
  files: 'Dateien eines Modells der Art BERT, DistilBERT oder RoBERTa',
  chooseFiles: 'Dateien wählen',
  chooseFolder: 'Ordner wählen',
  filesHint:
    'config.json, model.safetensors und tokenizer.json zusammen wählen oder hierher ziehen, so wie sie im Hugging Face Hub liegen. Ist das Modell auf mehrere Dateien verteilt, gehören alle dazu, auch model.safetensors.index.json. Sie bleiben auf dieser Seite.',
  wantedFiles: (name) =>
    `Dieser Link wurde mit ${name} erstellt, einem Modell, das der Autor des Links aus eigenen Dateien geöffnet hat. Um es zu sehen, bitte diese Dateien unten wählen.`,
  form: 'Große Matrizen',
  forms: { stored: 'wie in der Datei', int8: 'in 8 Bit (int8)' },
  formsHint:
    'In 8 Bit brauchen sie ein Viertel des Speichers von 32 Bit, und die Gewichte ändern sich ein wenig: Die Seite kann messen, wie sehr.',
  memoryOwn: (megabytes) =>
    `Dieses Gerät meldet ${withUnit(count(megabytes), 'MB')} Speicher; deshalb sind hier 8 Bit gewählt.`,
  openInt8: 'In 8 Bit (int8) öffnen',
  address: 'Oder die Webadresse eines Ordners',
  addressHint:
    'Darin liegen config.json, model.safetensors und tokenizer.json. Auch eine relative Adresse genügt: models/mein-bert/.',
  ownSiteOnly: (origin) =>
    `Der Ordner muss auf dieser Website liegen, ${origin}: Die Sicherheitsrichtlinie dieser Seite erlaubt keine andere. Liegt das Modell anderswo, bitte die Dateien herunterladen und oben wählen.`,
  otherSites:
    'Ein Ordner einer anderen Website ist nur lesbar, wenn deren Server es erlaubt (CORS) und die Sicherheitsrichtlinie dieser Seite auch.',
  openAddress: 'Ordner öffnen',
  loadedSoFar: (done) => `${withUnit(done, 'MB')} geladen …`,
  noAddress: 'Bitte die Adresse eines Ordners eingeben.',
  noSource: (actual) =>
    `„${actual}“ ist weder ein Modell dieser Website (minilm, minilm-float16) noch die Adresse eines Ordners wie https://example.org/mein-bert/.`,
  badScheme: (scheme) =>
    `Eine Adresse, die mit „${scheme}“ beginnt, wird nicht geöffnet: möglich sind https: und http:.`,
  badAddress: (actual) =>
    `„${actual}“ ist nicht die Adresse eines Ordners. Sie sieht so aus: https://example.org/mein-bert/, ohne Passwort, „?“ oder „#“.`,
  blocked: (origin) =>
    `Die Sicherheitsrichtlinie dieser Seite (Content-Security-Policy, connect-src) lässt sie nicht von ${origin} lesen. Bitte die Dateien dort herunterladen und vom eigenen Gerät wählen.`,
  otherOrigin: (origin) =>
    `Von ${origin} ließ sich nichts lesen: Der Server antwortet nicht, oder er erlaubt es Seiten anderer Websites nicht (CORS).`,
  noModels:
    'Diese Seite sagt nicht, wo MiniLM liegt. Wer sie schreibt, kann es angeben: models="https://…/models/" nennt den Ordner.',
  memory: (megabytes) =>
    `Dieses Gerät meldet ${withUnit(count(megabytes), 'MB')} Speicher. Am besten das kleine Modell öffnen: Es braucht etwa 65\u00a0MB, das große etwa 130\u00a0MB.`,
};
