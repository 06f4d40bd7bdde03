import { call, codeOf, refFunc, skipImmediates } from './wasm_code.mjs';
import { WasmReader } from './wasm_reader.mjs';

const opens = [0x02, 0x03, 0x04, 0x06]; // block, loop, if, try
const end = 0x0b;
const catchAll = 0x19;
const delegate = 0x18;
const rethrow = 0x09;
const leaves = [0x0c, 0x0d, 0x0e, 0x0f]; // br, br_if, br_table, return
const [localGet, globalSet] = [0x20, 0x24];

/** Where `local.get x; global.set 0` ends that the reader has come to, if it has. */
function endOfReset(reader) {
  if (reader.byte() !== localGet) return undefined;
  reader.skipNumber();
  return reader.byte() === globalSet && reader.unsigned() === 0 ? reader.at : undefined;
}

/**
 * A function's body without the resets of the stack that clang puts at the beginning of each cleanup, four bytes a time.
 * A cleanup ends by throwing on, and what it calls needs some stack, not the highest there is: whoever catches in the
 * end sets it back.
 */
export function withoutStackResets(body) {
  const reader = codeOf(body);
  const open = [];
  const cuts = [];
  for (let last; reader.at < body.length;) {
    const instruction = reader.byte();
    if (instruction === call || instruction === refFunc) reader.skipNumber();
    else skipImmediates(reader, instruction);
    if (opens.includes(instruction)) open.push({});
    else if (leaves.includes(instruction)) {
      // A cleanup that branches keeps its reset: whether it is left by that is not looked at.
      for (const block of open) block.cut = undefined;
    } else if (instruction === catchAll) {
      const first = reader.at;
      const behind = endOfReset(new WasmReader(body, first));
      open.at(-1).cut = behind && [first, behind];
    } else if (instruction === end || instruction === delegate) {
      const { cut } = open.pop() ?? {};
      if (cut && last === rethrow) cuts.push(cut);
    }
    last = instruction;
  }
  const pieces = [];
  let at = 0;
  for (const [first, behind] of cuts.sort(([a], [b]) => a - b)) {
    pieces.push(body.subarray(at, first));
    at = behind;
  }
  return Buffer.concat([...pieces, body.subarray(at)]);
}
