/** Damaged and malicious JSON traces, each with its expected error message. */
import { strToU8 } from 'fflate';
import { traceJson } from '../../../web/src/files/trace-json';
import { defaultState } from '../../../web/src/settings/state';
import { changed } from './changed';

const good = JSON.parse(
  traceJson({
    state: { ...defaultState },
    tokens: ['a'],
    keys: ['a'],
    opened: null,
    untrained: true,
    tensors: [['x', { axes: ['key'], shape: [2], data: new Float32Array(2) }]],
  }),
) as Record<string, unknown> & { tensors: { x: object }; state: object };
export const json = (change: object) => strToU8(JSON.stringify({ ...good, ...change }));
const x = (change: object) => json({ tensors: { x: { ...good.tensors.x, ...change } } });
const state = (change: object) => json({ state: { ...good.state, ...change } });

export const hostileTraces: [string, Uint8Array, RegExp][] = [
  ['json: cut', json({}).slice(0, -5), /JSON/],
  ['json: not UTF-8', changed(json({}), (v) => v.setUint8(5, 255)), /JSON/],
  ['json: another format', json({ format: 'something' }), /trace saved by this lab/],
  ['json: another version', json({ version: 2 }), /version 1/],
  ['json: no settings', json({ state: null }), /settings/],
  ['json: settings of another version', state({ v: 7 }), /settings/],
  ['json: 10^9 heads', state({ num_heads: 1e9 }), /settings/],
  ['json: a mask of a prototype', state({ mask: 'constructor' }), /settings/],
  ['json: settings that are objects', state({ text: { toString: 'x' } }), /settings/],
  ['json: no tokens', json({ tokens: [] }), /1 to 512 tokens/],
  ['json: 600 tokens', json({ tokens: new Array(600).fill('a') }), /1 to 512 tokens/],
  ['json: tokens that are numbers', json({ keys: [1] }), /1 to 512 tokens/],
  ['json: a token of a megabyte', json({ tokens: ['a'.repeat(2 ** 20)] }), /1 to 512 tokens/],
  ['json: given that is a list', json({ given: ['a'] }), /settings/],
  ['json: no tensors', json({ tensors: {} }), /no tensors/],
  ['json: tensors as a list', json({ tensors: [1] }), /JSON/],
  [
    'json: __proto__ as a tensor',
    strToU8(JSON.stringify(good).replace('"x":', '"__proto__":null,"x":')),
    /axes/,
  ],
  ['json: fewer numbers than its shape', x({ data: [1] }), /have 2 numbers, not 1/],
  ['json: no numbers', x({ data: 'aa' }), /have 2 numbers/],
  ['json: a number that is an object', x({ data: [{}, 1] }), /axes, shape and numbers/],
  ['json: a number of a prototype', x({ data: ['toString', 1] }), /axes, shape and numbers/],
  ['json: a shape of NaN', x({ shape: [NaN] }), /shape/],
  ['json: a huge shape', x({ shape: [1e15] }), /at most 67108864/],
  ['json: axes that are markup', x({ axes: ['<img src=x>'] }), /axes/],
  ['json: too few axes', x({ axes: [] }), /axes/],
];
