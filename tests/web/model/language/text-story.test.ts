/** The parameters that a story reads, when requests overlap. */
import { expect, it } from 'vitest';
import type { OpenModel } from '../../../../web/src/model/checkpoint/open-model';
import type { PartPlace } from '../../../../web/src/model/stages/parameter-parts';
import { TextStory } from '../../../../web/src/model/language/text-story';

const config = { d_model: 4, num_heads: 1, layers: 2, d_ff: 8 };

it('a feed-forward that is being read is not read again when an earlier one fails', async () => {
  const reads: { name: string; reject: (error: Error) => void }[] = [];
  const parameterPart = ({ name }: PartPlace) =>
    new Promise((_, reject) => reads.push({ name, reject }));
  const model = { config, predicts_words: false, parameterPart } as unknown as OpenModel;
  const unused = () => {
    throw new Error('unused');
  };
  const story = new TextStory(model, { run: unused } as never, {} as never, unused);
  const failing = story.feedForward({ layer: 0 });
  const reading = story.feedForward({ layer: 1 });
  expect(reads.map(({ name }) => name)).toEqual(
    [0, 1].flatMap((i) => [1, 2].map((w) => `layers.${i}.feed_forward.w_${w}`)),
  );
  reads[0]!.reject(new Error('broken'));
  await expect(failing).rejects.toThrow('broken');
  expect(story.feedForward({ layer: 1 })).toBe(reading);
  expect(reads).toHaveLength(4);
  // What has failed itself is read again.
  reads[2]!.reject(new Error('broken'));
  await expect(reading).rejects.toThrow('broken');
  void story.feedForward({ layer: 1 });
  expect(reads).toHaveLength(6);
});
