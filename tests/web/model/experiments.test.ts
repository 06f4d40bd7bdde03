import { expect, it } from 'vitest';
import { experiment } from '../../../web/src/model/experiments';

it('the question of the numbers that stand twice names each of them', () => {
  const { text, cites } = experiment('twice');
  const numbers = text!.split(' ');
  const twice = numbers.filter((one, i) => numbers.indexOf(one) !== i);
  expect(cites.slice(0, -1)).toEqual(twice);
});
