/** English words about files that are read. They import no others, so the engine's script can use them alone. */
import { count } from './count';

export const open = {
  noQueries: 'Expected a trace with q, k and v, got none.',
  cells: (name: string, most: number, came: string) =>
    `${name}: expected a matrix of 1 to ${count(most)} numbers, got the shape ${came}.`,
  empty: 'Expected a file with something in it, got an empty one.',
  unknown:
    'Expected a trace of this lab (.json or .npz), .npz, .npy or .safetensors, got something else.',
  tooLarge: (most: number, came: number) => `Expected at most ${most} MB, got ${came} MB.`,
  expands: (most: number, came: number) =>
    `Expected an archive that expands to at most ${most} MB, got ${came} MB.`,
  bytes: (where: string, expected: number, came: number) =>
    `${where}: expected ${expected} bytes, got ${came}.`,
  header: (where: string, most: number, came: number) =>
    `${where}: expected a header of at most ${most} bytes, got ${came}.`,
  notNpy: (where: string) => `${where}: expected an array saved by NumPy, got something else.`,
  npyVersion: (where: string, came: string) =>
    `${where}: expected NumPy’s format 1.0, 2.0 or 3.0, got ${came}.`,
  npyHeader: (where: string, came: string) =>
    `${where}: expected descr, fortran_order and shape, got ${came}.`,
  type: (where: string, came: string) =>
    `${where}: expected numbers (float16, 32, 64, bfloat16, integers or bool), got the type ${came}.`,
  shape: (where: string, came: string) =>
    `${where}: expected a shape of whole numbers, got ${came}.`,
  axes: (where: string, most: number, came: number) =>
    `${where}: expected at most ${most} axes, got ${came}.`,
  tooManyNumbers: (where: string, most: number, came: string) =>
    `${where}: expected at most ${most} numbers, got the shape ${came}.`,
  noTensors: 'Expected at least one tensor, got none.',
  tooManyTensors: (most: number, came: number) => `Expected at most ${most} tensors, got ${came}.`,
  name: (came: string, most: number) =>
    `Expected a name of 1 to ${most} visible characters, got ${came}.`,
  twice: (name: string) => `Expected tensors of different names, got “${name}” twice.`,
  archive: (what: string) => `The archive is damaged: ${what}`,
  noDirectory: 'expected its directory at the end, and nothing behind it.',
  packing: (name: string) => `${name}: expected an entry stored or deflated, got another kind.`,
  entry: (name: string) => `${name}: its entry is not what the directory says.`,
  overlap: 'its entries overlap.',
  sum: (name: string) => `${name}: the check sum is wrong.`,
  pickle:
    'Expected arrays, got a PyTorch file (.pt, .pth), which holds a program: save it as safetensors or by numpy.savez.',
  safetensorsHeader: 'Expected a safetensors header in JSON, got something else.',
  safetensorsEntry: (name: string, came: string) =>
    `${name}: expected dtype, shape and data_offsets, got ${came}.`,
  reserved: (name: string) => `Expected tensors with names of their own, got “${name}”.`,
  safetensorsMetadata: (came: string) => `__metadata__: expected texts by name, got ${came}.`,
  offsets: (name: string, came: string) =>
    `${name}: expected data_offsets of its size, where the tensor before ends; got ${came}.`,
  allTensors: 'All tensors',
  json: 'Expected a trace of this lab in JSON, got something else.',
  trace: (came: string) => `Expected a trace of this lab, got ${came}.`,
  traceVersion: (expected: number, came: string) =>
    `Expected version ${expected} of the trace’s format, got ${came}.`,
  traceState: (came: string) => `Expected settings of this lab, got ${came}.`,
  traceTokens: (most: number, came: string) => `Expected 1 to ${most} tokens, got ${came}.`,
  traceTensor: (name: string, came: string) =>
    `${name}: expected axes, shape and numbers, got ${came}.`,
  numbers: (name: string, expected: number, came: number | string) =>
    `${name}: expected ${expected} numbers, got ${came}.`,
};
