/** English messages about files. They stand alone, so that the engine's script loads no other texts. */
import { count } from '../forms/count';
import { withUnit } from '../forms/with-unit';

export const open = {
  noQueries: 'This trace contains no q, k and v.',
  cells: (name: string, max: number, actual: string) =>
    `${name} must be a matrix of 1 to ${count(max)} numbers; its shape is ${actual}.`,
  empty: 'This file is empty.',
  unknown:
    'This is neither a trace saved by this lab (.json or .npz) nor an .npz, .npy or .safetensors file.',
  tooLarge: (max: number, actual: number) =>
    `Files of at most ${withUnit(max, 'MB')} can be opened; this one has ${withUnit(actual, 'MB')}.`,
  expands: (max: number, actual: number) =>
    `Archives of at most ${withUnit(max, 'MB')} unpacked can be opened; this one unpacks to ${withUnit(actual, 'MB')}.`,
  bytes: (where: string, expected: number, actual: number) =>
    `${where} is incomplete or damaged: it should have ${expected} bytes, but has ${actual}.`,
  header: (where: string, max: number, actual: number) =>
    `${where}: the header can have at most ${max} bytes, but has ${actual}.`,
  notNpy: (where: string) => `${where} is not an array saved by NumPy.`,
  npyVersion: (where: string, actual: string) =>
    `${where} is in version ${actual} of NumPy’s format; versions 1.0, 2.0 and 3.0 are supported.`,
  npyHeader: (where: string, actual: string) =>
    `${where}: the header should contain descr, fortran_order and shape; it is ${actual}.`,
  type: (where: string, actual: string) =>
    `${where} has the type ${actual}; float16, 32 and 64, bfloat16, integers and bool are supported.`,
  shape: (where: string, actual: string) =>
    `${where}: a shape must be a list of whole numbers, not ${actual}.`,
  axes: (where: string, max: number, actual: number) =>
    `${where}: a tensor can have at most ${max} axes; this one has ${actual}.`,
  tooManyNumbers: (where: string, max: number, actual: string) =>
    `${where}: a tensor can have at most ${max} numbers; the shape of this one is ${actual}.`,
  noTensors: 'This file contains no tensors.',
  tooManyTensors: (max: number, actual: number) =>
    `A file can have at most ${max} tensors; this one has ${actual}.`,
  name: (actual: string, max: number) =>
    `The name of a tensor must have 1 to ${max} visible characters, not ${actual}.`,
  twice: (name: string) => `Two tensors have the name ${name}.`,
  archive: (what: string) => `This NPZ file is incomplete or damaged: ${what}`,
  noDirectory: 'its directory is missing or damaged.',
  packing: (name: string) => `${name} is compressed with a method other than deflate.`,
  entry: (name: string) => `${name} does not match its directory entry.`,
  overlap: 'its entries overlap.',
  gap: 'it contains bytes that belong to no entry.',
  sum: (name: string) => `the checksum of ${name} is wrong.`,
  pickle:
    'PyTorch files (.pt, .pth) can run code, so they are not opened. Save the tensors as safetensors or with numpy.savez.',
  safetensorsHeader: 'The header of this safetensors file is not valid JSON.',
  safetensorsTwice: 'The header of this safetensors file contains a key twice.',
  safetensorsEntry: (name: string, actual: string) =>
    `${name}: the header should contain dtype, shape and data_offsets, not ${actual}.`,
  reserved: (name: string) => `A tensor cannot have the name “${name}”.`,
  safetensorsMetadata: (actual: string) =>
    `__metadata__ must map names to strings, not hold ${actual}.`,
  offsets: (name: string, actual: string) =>
    `${name}: data_offsets must start where the previous tensor ends and match the tensor’s size; they are ${actual}.`,
  json: 'This JSON file is not a trace saved by this lab.',
  trace: (actual: string) => `This is not a trace saved by this lab: ${actual}.`,
  traceVersion: (expected: number, actual: string) =>
    `This trace is in version ${actual} of the format; version ${expected} is supported.`,
  traceState: (actual: string) => `The settings in this trace cannot be read: ${actual}.`,
  traceTokens: (name: string, max: number, maxCharacters: number, actual: string) =>
    `${name} must have 1 to ${max} tokens with at most ${maxCharacters} characters in all, not ${actual}.`,
  traceTensor: (name: string, actual: string) =>
    `${name} must have axes, shape and numbers, not ${actual}.`,
  numbers: (name: string, expected: number, actual: number | string) =>
    `${name} should have ${expected} numbers, not ${actual}.`,
};
