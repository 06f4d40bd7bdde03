/** English words about files that are read. They import no others, so the engine's script can use them alone. */
import { count } from './count';

export const open = {
  noQueries: 'This trace holds no q, k and v.',
  cells: (name: string, max: number, came: string) =>
    `${name} must be a matrix of 1 to ${count(max)} numbers; its shape is ${came}.`,
  empty: 'This file is empty.',
  unknown:
    'This is neither a trace saved by this lab (.json or .npz) nor an .npz, .npy or .safetensors file.',
  tooLarge: (max: number, came: number) => `At most ${max} MB can be read; this has ${came} MB.`,
  expands: (max: number, came: number) =>
    `At most ${max} MB can be read; this archive expands to ${came} MB.`,
  bytes: (where: string, expected: number, came: number) =>
    `${where} is incomplete or damaged: it should have ${expected} bytes, and has ${came}.`,
  header: (where: string, max: number, came: number) =>
    `${where}: a header can have at most ${max} bytes; this one has ${came}.`,
  notNpy: (where: string) => `${where} is not an array saved by NumPy.`,
  npyVersion: (where: string, came: string) =>
    `${where} has NumPy’s format ${came}; 1.0, 2.0 and 3.0 can be read.`,
  npyHeader: (where: string, came: string) =>
    `${where}: the header should have descr, fortran_order and shape; it is ${came}.`,
  type: (where: string, came: string) =>
    `${where} has the type ${came}; float16, 32, 64, bfloat16, integers and bool can be read.`,
  shape: (where: string, came: string) =>
    `${where}: a shape must be a list of whole numbers, not ${came}.`,
  axes: (where: string, max: number, came: number) =>
    `${where}: a tensor can have at most ${max} axes; this one has ${came}.`,
  tooManyNumbers: (where: string, max: number, came: string) =>
    `${where}: a tensor can have at most ${max} numbers; the shape of this one is ${came}.`,
  noTensors: 'This file holds no tensors.',
  tooManyTensors: (max: number, came: number) =>
    `A file can have at most ${max} tensors; this one has ${came}.`,
  name: (came: string, max: number) =>
    `The name of a tensor must have 1 to ${max} visible characters; this is ${came}.`,
  twice: (name: string) => `Two tensors have the name ${name}.`,
  archive: (what: string) => `This NPZ file is incomplete or damaged: ${what}`,
  noDirectory: 'it does not end with its directory.',
  packing: (name: string) => `${name} is compressed by a method other than deflate.`,
  entry: (name: string) => `${name} is not what the directory says.`,
  overlap: 'its entries overlap.',
  gap: 'it has bytes that belong to no entry.',
  sum: (name: string) => `the checksum of ${name} is wrong.`,
  pickle:
    'PyTorch files (.pt, .pth) contain programs and are not opened: save it as safetensors, or with numpy.savez.',
  safetensorsHeader: 'The header of this safetensors file is not valid JSON.',
  safetensorsTwice: 'The header of this safetensors file has one key twice.',
  safetensorsEntry: (name: string, came: string) =>
    `${name}: the header should have dtype, shape and data_offsets, not ${came}.`,
  reserved: (name: string) => `A tensor cannot have the name “${name}”.`,
  safetensorsMetadata: (came: string) => `__metadata__ must hold text by name, not ${came}.`,
  offsets: (name: string, came: string) =>
    `${name}: data_offsets must begin where the tensor before it ends and match its size; they are ${came}.`,
  allTensors: 'The data of all tensors',
  json: 'This JSON file is not a trace saved by this lab.',
  trace: (came: string) => `This is not a trace saved by this lab: ${came}.`,
  traceVersion: (expected: number, came: string) =>
    `The format of this trace has version ${came}; version ${expected} can be read.`,
  traceState: (came: string) => `The settings in this trace cannot be read: ${came}.`,
  traceTokens: (max: number, came: string) => `A trace must have 1 to ${max} tokens, not ${came}.`,
  traceTensor: (name: string, came: string) =>
    `${name} must have axes, shape and numbers, not ${came}.`,
  numbers: (name: string, expected: number, came: number | string) =>
    `${name} should have ${expected} numbers, not ${came}.`,
};
