import { describe, expect, it } from 'vitest';
import { matrixSaved } from '../../../../../web/src/elements/story/matrices/story-saved';
import { csvOf } from '../../../../../web/src/files/csv';
import { matricesOf } from '../../../../../web/src/model/stages/matrices';
import type { Story } from '../../../../../web/src/model/stages/lines';
import type { StageName } from '../../../../../web/src/model/stages/stages';
import {
  parameterParts,
  parameterShapes,
} from '../../../../../web/src/model/stages/parameter-parts';

/** A model of two heads, each 2 wide. */
const config = {
  architecture: 'encoder',
  vocab_size: 9,
  max_length: 4,
  d_model: 4,
  heads: 2,
  d_head: 2,
  d_v: 2,
  d_ff: 8,
  layers: 1,
} as unknown as Story['config'];

/** The matrices of a stage whose head's parameters are read from a file. */
function partsOf(stage: StageName, head: number) {
  const shapes = parameterShapes(config);
  const now = Object.fromEntries(
    parameterParts(config, 0, head).map(({ name, from, to }) => {
      const shape = from.map((first, axis) => to[axis]! - first);
      const data = new Float32Array(shape.reduce((product, extent) => product * extent, 1));
      const whole = shapes[name]!.shape;
      return [name, `${whole}` === `${shape}` ? { shape, data } : { shape, data, from, whole }];
    }),
  );
  const story = { config, layer: 0, head, inspection: { trace: {} } } as unknown as Story;
  return matricesOf(stage, story, { now, learned: now });
}

/** The file of a matrix: its name, the columns and the first row. */
function fileOf(name: string, head: number) {
  const stage = name.endsWith('o') ? 'output' : 'q';
  const matrix = partsOf(stage, head).find((matrix) => matrix.name.endsWith(name))!;
  const saved = matrixSaved({ matrix, rowNames: [], columnNames: [], untrained: false });
  const { tensor, labels, from } = saved.numbers!;
  const [columns, first] = csvOf(tensor, labels, {}, from).split('\r\n');
  return [saved.name, columns, first];
}

describe('the file of a parameter', () => {
  it.each([
    ['w_q', 0, 'layers.0.attention.w_q-head1', 'row,column0,column1', '0,0,0'],
    ['w_q', 1, 'layers.0.attention.w_q-head2', 'row,column2,column3', '0,0,0'],
    ['b_q', 1, 'layers.0.attention.b_q-head2', 'column2,column3', '0,0'],
    ['w_o', 1, 'layers.0.attention.w_o-head2', 'row,column0,column1,column2,column3', '2,0,0,0,0'],
    ['b_o', 1, 'layers.0.attention.b_o', 'column0,column1,column2,column3', '0,0,0,0'],
  ])('%s of head %i: its name and its numbers among those of all heads', (name, head, ...file) => {
    expect(fileOf(name, head)).toEqual(file);
  });
});
