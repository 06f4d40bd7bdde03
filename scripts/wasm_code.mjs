/** Goes through the code of a WebAssembly function. */
import { WasmReader } from './wasm_reader.mjs';

export const call = 0x10;
export const refFunc = 0xd2;

/** Steps over what follows an instruction's number. */
export function skipImmediates(reader, instruction) {
  const numbers = (count) => {
    for (let i = 0; i < count; i++) reader.skipNumber();
  };
  const isIn = (first, last) => instruction >= first && instruction <= last;
  if ([0x00, 0x01, 0x05, 0x0b, 0x0f, 0x19, 0x1a, 0x1b].includes(instruction)) return;
  if (isIn(0x45, 0xc4)) return;
  // Blocks, try, catch, throw, rethrow, branches, delegate, variables, memory.size, constants.
  if (isIn(0x02, 0x04) || isIn(0x06, 0x09) || [0x0c, 0x0d, 0x18].includes(instruction)) numbers(1);
  else if (isIn(0x20, 0x24) || isIn(0x3f, 0x42)) numbers(1);
  else if (instruction === 0x0e) numbers(reader.unsigned() + 1);
  else if (instruction === 0x11 || isIn(0x28, 0x3e)) numbers(2);
  else if (instruction === 0x43) reader.take(4);
  else if (instruction === 0x44) reader.take(8);
  else if (instruction === 0xfc) {
    const wide = reader.unsigned();
    if (wide > 11) throw new Error(`instruction 0xfc ${wide}`);
    numbers([0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 2, 1][wide]);
  } else if (instruction === 0xfd) {
    const vector = reader.unsigned();
    if (vector <= 11 || vector === 92 || vector === 93) numbers(2);
    else if (vector === 12 || vector === 13) reader.take(16);
    else if (vector >= 21 && vector <= 34) reader.take(1);
    else if (vector >= 84 && vector <= 91) {
      numbers(2);
      reader.take(1);
    }
  } else throw new Error(`instruction 0x${instruction.toString(16)}`);
}

/** A reader of the body's instructions: behind the list of its variables. */
export function codeOf(body) {
  const reader = new WasmReader(body);
  for (let groups = reader.unsigned(); groups > 0; groups--) {
    reader.skipNumber();
    reader.byte();
  }
  return reader;
}

/** Where in a function's body another function's index stands. */
export function callsOf(body) {
  const reader = codeOf(body);
  const calls = [];
  while (reader.at < body.length) {
    const instruction = reader.byte();
    if (instruction === call || instruction === refFunc) {
      const first = reader.at;
      calls.push({ first, index: reader.unsigned(), behind: reader.at });
    } else skipImmediates(reader, instruction);
  }
  return calls;
}
