/**
 * pack_wasm.mjs FILE.wasm   makes a module take less to download, in place: without what nobody needs
 * (stack_resets.mjs), its functions in the order that gzip makes least of among some (order_functions.mjs). It does what it
 * did.
 *
 * A module with an instruction that is not known here stays as it is.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { ordersOfTheAlike, withSomeMoved } from './order_functions.mjs';
import { withoutStackResets } from './stack_resets.mjs';
import { callsOf, refFunc, skipImmediates } from './wasm_code.mjs';
import { WasmReader } from './wasm_reader.mjs';

const unsigned = (value) => {
  const bytes = [];
  for (; value >= 128; value = Math.floor(value / 128)) bytes.push((value % 128) + 128);
  return [...bytes, value];
};

// Each takes some 20 ms of a build; the first save most.
const kMaxMoves = 400;

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

function packed(wasm) {
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
  // The first of them is the stack pointer (stack_resets.mjs), when no other changes.
  let changing = 0;
  list(contentOf(section.global), (content) => {
    content.byte();
    changing += content.byte();
    for (let instruction; (instruction = content.byte()) !== 0x0b;) {
      if (instruction === refFunc) throw new Error('a global that is a function');
      skipImmediates(content, instruction);
    }
  });
  if (changing > 1) throw new Error('more than one global that changes');
  const types = list(contentOf(section.function), (content) => content.unsigned());
  const bodies = list(contentOf(section.code), (content) =>
    withoutStackResets(Buffer.from(content.take(content.unsigned()))),
  );
  const calls = bodies.map(callsOf);

  const withOrder = (order) => {
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
  };

  let smallest;
  const tryOut = (order) => {
    const module = withOrder(order);
    const size = gzipSync(module, { level: 9 }).length;
    if (!smallest || size < smallest.size) smallest = { order, module, size };
  };
  for (const order of ordersOfTheAlike(bodies)) tryOut(order);
  for (let i = 1; i <= kMaxMoves; i++) tryOut(withSomeMoved(smallest.order, i));
  return smallest.module;
}

const path = process.argv[2];
const given = readFileSync(path);
try {
  writeFileSync(path, packed(given));
} catch (error) {
  console.log(`  ${path} is not packed: ${error.message}`);
}
