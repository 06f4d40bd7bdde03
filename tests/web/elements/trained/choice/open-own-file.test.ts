/** What is said about files of the visitor's own when several are opened one after the other. */
import { expect, it, vi } from 'vitest';
import {
  openOwnFile,
  type Opening,
} from '../../../../../web/src/elements/trained/choice/open-own-file';

/** An offer of files. `open` keeps the promise of each file until the test settles it. */
function openings() {
  const kept = new Map<File, { resolve: () => void; reject: (error: Error) => void }>();
  const open = (file: File) =>
    new Promise<void>((resolve, reject) => kept.set(file, { resolve, reject }));
  const offer: Opening = {
    host: { requestUpdate: vi.fn() },
    session: { open },
    selected: 'file',
    problem: null,
    opening: null,
  };
  return { offer, kept };
}

const [first, second] = [new File([], 'first'), new File([], 'second')];

it('the offer closes when its file is open, and stays with the problem of a file that is refused', async () => {
  const { offer, kept } = openings();
  const refused = openOwnFile(offer, first);
  expect(offer.opening).toBe(first);
  kept.get(first)!.reject(new Error('no model'));
  await refused;
  expect(offer).toMatchObject({ selected: 'file', problem: new Error('no model'), opening: null });
  const opened = openOwnFile(offer, second);
  expect(offer.problem).toBeNull();
  kept.get(second)!.resolve();
  await opened;
  expect(offer).toMatchObject({ selected: null, problem: null, opening: null });
});

it('the late problem of an earlier file is not shown for a later one', async () => {
  const { offer, kept } = openings();
  const earlier = openOwnFile(offer, first);
  const later = openOwnFile(offer, second);
  kept.get(first)!.reject(new Error('no model'));
  await earlier;
  expect(offer).toMatchObject({ problem: null, opening: second });
  kept.get(second)!.resolve();
  await later;
  expect(offer).toMatchObject({ problem: null, opening: null });
});

it('an offer that is chosen while a file opens stays', async () => {
  const { offer, kept } = openings();
  const opened = openOwnFile(offer, first);
  offer.selected = 'minilm';
  kept.get(first)!.resolve();
  await opened;
  expect(offer.selected).toBe('minilm');
});
