/** Edits of a head's part of a parameter. */
import { expect, it } from 'vitest';
import { parseEdits } from '../../../../web/src/model/edits/edits';
import { changedParts, isParameter } from '../../../../web/src/model/stages/parameter-parts';

/** Rows 1 and 2, and columns 4 to 6, of a matrix; a vector from 2 on. */
const parts = {
  'layers.0.attention.w_q': {
    ...{ shape: [2, 3], whole: [4, 8], from: [1, 4] },
    data: Float32Array.of(1, 2, 3, 4, 5, 6),
  },
  'layers.0.attention.b_q': { shape: [2], whole: [8], from: [2], data: Float32Array.of(7, 8) },
};
const numbers = (text: string) => {
  const { 'layers.0.attention.w_q': w, 'layers.0.attention.b_q': b } = changedParts(
    parts,
    parseEdits(text),
  );
  return [[...w!.data], [...b!.data]];
};

it('edits change only the numbers of the part, by their indices in the whole matrix', () => {
  expect(numbers('layers.0.attention.w_q[2,5]=9;layers.0.attention.b_q[3]*2')).toEqual([
    [1, 2, 3, 4, 9, 6],
    [7, 16],
  ]);
  expect(numbers('layers.0.attention.w_q[1,*]*-1;layers.0.attention.w_q[*,6]+1')).toEqual([
    [-1, -2, -2, 4, 5, 7],
    [7, 8],
  ]);
  // Places before and after the part, and in another layer.
  for (const place of ['w_q[0,4]', 'w_q[1,3]', 'w_q[3,4]', 'w_q[1,7]', 'b_q[1]', 'b_q[4]'])
    expect(numbers(`layers.0.attention.${place}=9`), place).toEqual(numbers(''));
  expect(numbers('layers.1.attention.w_q[1,4]=9')).toEqual(numbers(''));
});

it('unchanged parts keep their data', () => {
  const edits = parseEdits('layers.0.attention.w_q[2,5]=9');
  const changed = changedParts(parts, edits);
  expect(changed['layers.0.attention.b_q']).toBe(parts['layers.0.attention.b_q']);
  expect(changed['layers.0.attention.w_q']).toMatchObject({ from: [1, 4], whole: [4, 8] });
  expect(parts['layers.0.attention.w_q'].data[4]).toBe(5);
});

it('an edit of a parameter is not taken for an edit of a field', () => {
  const are = (text: string) => parseEdits(text).map(isParameter);
  expect(are('layers.0.attention.w_q[0,0]=1;layers.0.norm_1.gamma[0]=1;b_out[0]=1')).toEqual([
    ...[true, true, true],
  ]);
  expect(are('layers.0.attention.weights[0,0,0,0]=1;layers.0.norm_1[0,0,0]=1')).toEqual([
    ...[false, false],
  ]);
});
