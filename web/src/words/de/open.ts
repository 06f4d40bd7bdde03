/** German messages about files. */
import { count } from './count';
import type { BaseWords } from '../en/base';
import { withUnit } from '../forms/with-unit';

export const open: BaseWords['open'] = {
  noQueries: 'Dieser Trace enthält q, k und v nicht.',
  cells: (name, max, actual) =>
    `${name} muss eine Matrix aus 1 bis ${count(max)} Zahlen sein; die Form ist ${actual}.`,
  empty: 'Diese Datei ist leer.',
  unknown:
    'Das ist weder ein Trace dieses Labors (.json oder .npz) noch eine .npz-, .npy- oder .safetensors-Datei.',
  tooLarge: (max, actual) =>
    `Dateien bis ${withUnit(max, 'MB')} lassen sich öffnen; diese hat ${withUnit(actual, 'MB')}.`,
  expands: (max, actual) =>
    `Archive bis ${withUnit(max, 'MB')} (entpackt) lassen sich öffnen; dieses ergibt ${withUnit(actual, 'MB')}.`,
  bytes: (where, expected, actual) =>
    `${where} ist unvollständig oder beschädigt: ${actual} statt ${expected} Bytes.`,
  header: (where, max, actual) =>
    `${where}: Der Header darf höchstens ${max} Bytes haben, hat aber ${actual}.`,
  notNpy: (where) => `${where} ist kein von NumPy gespeichertes Array.`,
  npyVersion: (where, actual) =>
    `${where} hat Version ${actual} des NumPy-Formats; unterstützt werden 1.0, 2.0 und 3.0.`,
  npyHeader: (where, actual) =>
    `${where}: Der Header muss descr, fortran_order und shape enthalten; er lautet ${actual}.`,
  type: (where, actual) =>
    `${where} hat den Typ ${actual}; unterstützt werden float16, 32 und 64, bfloat16, ganze Zahlen und bool.`,
  shape: (where, actual) =>
    `${where}: Eine Form muss eine Liste ganzer Zahlen sein, nicht ${actual}.`,
  axes: (where, max, actual) =>
    `${where}: Ein Tensor darf höchstens ${max} Achsen haben; dieser hat ${actual}.`,
  tooManyNumbers: (where, max, actual) =>
    `${where}: Ein Tensor darf höchstens ${max} Zahlen haben; dieser hat die Form ${actual}.`,
  noTensors: 'Diese Datei enthält keine Tensoren.',
  tooManyTensors: (max, actual) =>
    `Eine Datei darf höchstens ${max} Tensoren enthalten; diese enthält ${actual}.`,
  name: (actual, max) =>
    `Der Name eines Tensors muss 1 bis ${max} sichtbare Zeichen haben, nicht ${actual}.`,
  twice: (name) => `Zwei Tensoren heißen ${name}.`,
  archive: (what) => `Diese NPZ-Datei ist unvollständig oder beschädigt: ${what}`,
  noDirectory: 'Ihr Verzeichnis fehlt oder ist beschädigt.',
  packing: (name) => `${name} ist mit einem anderen Verfahren als deflate komprimiert.`,
  entry: (name) => `${name} stimmt nicht mit dem Verzeichnis überein.`,
  overlap: 'Ihre Einträge überlappen sich.',
  gap: 'Sie enthält Bytes, die zu keinem Eintrag gehören.',
  sum: (name) => `Die Prüfsumme von ${name} stimmt nicht.`,
  pickle:
    'PyTorch-Dateien (.pt, .pth) können Code ausführen und werden deshalb nicht geöffnet. Bitte die Tensoren als safetensors oder mit numpy.savez speichern.',
  safetensorsHeader: 'Der Header dieser safetensors-Datei ist kein gültiges JSON.',
  safetensorsTwice: 'Der Header dieser safetensors-Datei enthält einen Schlüssel doppelt.',
  reserved: (name) => `Ein Tensor darf nicht „${name}“ heißen.`,
  safetensorsMetadata: (actual) =>
    `__metadata__ muss jedem Namen einen Text zuordnen, nicht ${actual}.`,
  safetensorsEntry: (name, actual) =>
    `${name}: Der Header muss dtype, shape und data_offsets enthalten, nicht ${actual}.`,
  offsets: (name, actual) =>
    `${name}: data_offsets müssen am Ende des vorigen Tensors beginnen und zur Größe passen; sie sind ${actual}.`,
  json: 'Diese JSON-Datei ist kein Trace dieses Labors.',
  trace: (actual) => `Das ist kein Trace dieses Labors: ${actual}.`,
  traceVersion: (expected, actual) =>
    `Dieser Trace hat Version ${actual} des Formats; unterstützt wird Version ${expected}.`,
  traceState: (actual) => `Die Einstellungen in diesem Trace sind nicht lesbar: ${actual}.`,
  traceTokens: (name, max, maxCharacters, actual) =>
    `${name} muss 1 bis ${max} Tokens mit zusammen höchstens ${maxCharacters} Zeichen haben, nicht ${actual}.`,
  traceTensor: (name, actual) => `${name} muss axes, shape und Zahlen haben, nicht ${actual}.`,
  numbers: (name, expected, actual) => `${name} sollte ${expected} Zahlen haben, nicht ${actual}.`,
};
