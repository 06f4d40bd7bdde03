import { expect, it } from 'vitest';
import { reasonOf } from '../../../../web/src/model/trained/experiment-reasons';
import type { Inspected } from '../../../../web/src/model/trained/inspected-model';

const tokens = 'the animal did not cross the street because it was too tired .'.split(' ');
const n = tokens.length;
const [animal, street, it_, last] = [1, 6, 8, 11];

/** A sentence in which "it" looks at these places in layers 1 and 2, with its answer. */
function seen(word: string, [first, second]: readonly [number, number], answer: string): Inspected {
  const weights = (heads: number, key: number) => {
    const data = new Float32Array(heads * n * n);
    for (let head = 0; head < heads; head++) data[(head * n + it_) * n + key] = 0.75;
    return { shape: [heads, n, n], data };
  };
  const answers = tokens.map(() => [{ token: answer, probability: 0.9 }]);
  return {
    example: {
      ...{
        tokens: tokens.map((token) => (token === 'tired' ? word : token)),
        target_tokens: [],
        answers,
      },
      weights: {
        'layers.0.attention': weights(4, first),
        'layers.1.attention': weights(1, second),
      },
    },
  } as unknown as Inspected;
}

const learned = [seen('tired', [last, animal], 'animal'), seen('wide', [last, street], 'street')];

it('names the weights of the word with the change and without', () => {
  const turned = [learned[0]!, seen('wide', [last, animal], 'animal')];
  expect(reasonOf('number', learned, turned)).toEqual({
    words: ['it', 'wide', 'animal', 'street', 'tired'],
    shares: [0.75, 0.75, 0.75],
  });
});

it('gives no reason if a weight or the answer contradicts it', () => {
  const first = learned[0]!;
  expect(reasonOf('number', learned, learned)).toBeUndefined();
  const other = seen('wide', [last, street], 'animal');
  expect(reasonOf('number', learned, [first, other])).toBeUndefined();
  // The first sentence gets another answer.
  const both = [seen('tired', [last, animal], 'street'), seen('wide', [last, animal], 'animal')];
  expect(reasonOf('number', learned, both)).toBeUndefined();
  const street_ = seen('wide', [last, animal], 'street');
  expect(reasonOf('number', learned, [first, street_])).toBeUndefined();
  // The mask would have to hide the last word.
  expect(reasonOf('causal', learned, learned)).toBeUndefined();
  // With layer 1 off, both sentences would have to give the same numbers.
  expect(reasonOf('layer', learned, learned)).toBeUndefined();
});

it('a head that is needed has no reason to be idle', () => {
  expect(reasonOf('idle', learned, learned)).toEqual({
    words: ['it', 'animal', 'street'],
    shares: [0.75, 0.75, 0.75, 0.75],
  });
  const lost = [learned[0]!, seen('wide', [last, animal], 'animal')];
  expect(reasonOf('idle', learned, lost)).toBeUndefined();
});
