/**
 * order_functions.mjs FILE.wasm   puts functions that are alike beside each other, in place. gzip
 * looks back 32 kB only, so the same code takes a twentieth less to download; nothing else changes.
 *
 * A module with an instruction that is not known here stays as it is.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { WasmReader } from './wasm_reader.mjs';

const unsigned = (value) => {
  const bytes = [];
  for (; value >= 128; value = Math.floor(value / 128)) bytes.push((value % 128) + 128);
  return [...bytes, value];
};

const section = {
  custom: 0,
  import: 2,
  function: 3,
  global: 6,
  export: 7,
  start: 8,
  element: 9,
  code: 10,
};
const call = 0x10;
const refFunc = 0xd2;

/** Steps over what follows an instruction's number. */
function skipImmediates(reader, instruction) {
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

/** Where in a function's body another function's index stands. */
function callsOf(body) {
  const reader = new WasmReader(body);
  for (let groups = reader.unsigned(); groups > 0; groups--) {
    reader.skipNumber();
    reader.byte();
  }
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

/** Each function after those that share most runs of bytes with it, for its length. */
function alikeFirst(bodies) {
  const kRun = 5;
  const kMostSharers = 60;
  const kRecent = 12;
  const runs = bodies.map((body) => {
    const found = new Set();
    for (let i = 0; i + kRun <= body.length; i++) found.add(body.toString('latin1', i, i + kRun));
    return found;
  });
  const sharers = new Map();
  runs.forEach((found, i) => {
    for (const run of found) sharers.get(run)?.push(i) ?? sharers.set(run, [i]);
  });
  const left = new Set(bodies.keys());
  const order = [];
  let next = 0;
  while (next !== undefined) {
    order.push(next);
    left.delete(next);
    const shared = new Map();
    for (const recent of order.slice(-kRecent)) {
      for (const run of runs[recent]) {
        const others = sharers.get(run);
        if (others.length > kMostSharers) continue;
        for (const i of others) if (left.has(i)) shared.set(i, (shared.get(i) ?? 0) + 1);
      }
    }
    let most = 0;
    next = left.values().next().value;
    for (const [i, count] of shared) {
      const share = count / (bodies[i].length + 20);
      if (share > most) [most, next] = [share, i];
    }
  }
  return order;
}

function reordered(wasm) {
  const sections = [];
  const reader = new WasmReader(wasm, 8);
  while (reader.at < wasm.length) {
    const id = reader.byte();
    sections.push({ id, content: reader.take(reader.unsigned()) });
  }
  const contentOf = (id) => new WasmReader(sections.find((one) => one.id === id)?.content ?? [0]);
  const list = (content, read) => Array.from({ length: content.unsigned() }, () => read(content));

  const imported = list(contentOf(section.import), (content) => {
    content.take(content.unsigned());
    content.take(content.unsigned());
    if (content.byte() !== 0) throw new Error('an import that is no function');
    content.skipNumber();
  }).length;
  if (sections.some(({ id }) => id === section.custom))
    throw new Error('a section that may name functions');
  list(contentOf(section.global), (content) => {
    content.take(2);
    for (let instruction; (instruction = content.byte()) !== 0x0b;) {
      if (instruction === refFunc) throw new Error('a global that is a function');
      skipImmediates(content, instruction);
    }
  });
  const types = list(contentOf(section.function), (content) => content.unsigned());
  const bodies = list(contentOf(section.code), (content) =>
    Buffer.from(content.take(content.unsigned())),
  );
  const calls = bodies.map(callsOf);
  const order = alikeFirst(bodies);
  const places = [];
  order.forEach((old, place) => (places[old] = place));
  const moved = (index) => (index < imported ? index : imported + places[index - imported]);

  const rewritten = {
    [section.function]: () => [
      ...unsigned(types.length),
      ...order.flatMap((i) => unsigned(types[i])),
    ],
    [section.code]: () => {
      const parts = [Buffer.from(unsigned(bodies.length))];
      for (const old of order) {
        const pieces = [];
        let at = 0;
        for (const { first, index, behind } of calls[old]) {
          pieces.push(bodies[old].subarray(at, first), Buffer.from(unsigned(moved(index))));
          at = behind;
        }
        const body = Buffer.concat([...pieces, bodies[old].subarray(at)]);
        parts.push(Buffer.from(unsigned(body.length)), body);
      }
      return Buffer.concat(parts);
    },
    [section.start]: (content) => unsigned(moved(content.unsigned())),
    [section.export]: (content) => {
      const exported = list(content, () => {
        const name = content.take(content.unsigned());
        return { name, kind: content.byte(), index: content.unsigned() };
      });
      return [
        ...unsigned(exported.length),
        ...exported.flatMap(({ name, kind, index }) => [
          ...unsigned(name.length),
          ...name,
          kind,
          ...unsigned(kind === 0 ? moved(index) : index),
        ]),
      ];
    },
    [section.element]: (content) => {
      const segments = list(content, () => {
        if (content.unsigned() !== 0) throw new Error('a list of functions of another kind');
        const first = content.at;
        while (content.byte() !== 0x0b) content.skipNumber();
        const offset = content.bytes.subarray(first, content.at);
        return { offset, functions: list(content, () => content.unsigned()) };
      });
      return [
        ...unsigned(segments.length),
        ...segments.flatMap(({ offset, functions }) => [
          0,
          ...offset,
          ...unsigned(functions.length),
          ...functions.flatMap((index) => unsigned(moved(index))),
        ]),
      ];
    },
  };
  const parts = [wasm.subarray(0, 8)];
  for (const { id, content } of sections) {
    const written = Buffer.from(rewritten[id]?.(new WasmReader(content)) ?? content);
    parts.push(Buffer.from([id, ...unsigned(written.length)]), written);
  }
  return Buffer.concat(parts);
}

const path = process.argv[2];
const given = readFileSync(path);
try {
  writeFileSync(path, reordered(given));
} catch (error) {
  console.log(`  ${path} keeps the order of its functions: ${error.message}`);
}
