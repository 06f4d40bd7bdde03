/** The state of the training page, as its address stores it. */
import { describe, expect, it } from 'vitest';
import { noChanges } from '../../../web/src/model/changes/visitor-changes';
import { speeds } from '../../../web/src/training/speed';
import { shownTasks } from '../../../web/src/model/examples/tasks';
import {
  defaultTraining,
  formatTraining,
  parseTraining,
  starts,
} from '../../../web/src/training/training-state';
import { arcDirections } from '../../../web/src/model/heads/arc-direction';
import { seeded } from '../../support/seeded';

const head = (attention: string, number: number) => ({ attention, head: number });
const drawing = Uint8Array.from({ length: 784 }, (_, i) => Number(i === 783));
const state = {
  model: 'induction',
  from: 'shipped',
  seed: 7,
  step: 120,
  speed: '16',
  text: 'a b & c',
  drawing,
  recipe: {
    heads: [2, 1],
    weight_decay: 0.25,
    decayed: 'matrices',
    positions: 'learned',
    bias: false,
    epsilon: 1e-8,
  },
  changes: {
    off: [head('layers.0.attention', 1), head('layers.1.attention', 0)],
    row: [{ example: 2, ...head('layers.1.attention', 0), query: 8, key: 1 }],
    word: [
      { example: 0, word: 5 },
      { example: 1, word: 11 },
    ],
    shown: [head('layers.0.attention', 2)],
  },
  direction: 'is_seen_by',
} as const;

describe('the address', () => {
  it('has every setting that differs from the task’s own', () => {
    const address = formatTraining(state);
    expect(address).toBe(
      'v=3&model=induction&seed=7&from=shipped&step=120&speed=16&text=a+b+%26+c' +
        `&drawing=${'A'.repeat(522)}E` +
        '&heads=2,1&positions=learned' +
        '&bias=false&weight_decay=0.25&decayed=matrices&epsilon=1e-8&off=layers.0.attention:1,layers.1.attention:0' +
        '&row=2:layers.1.attention:0:8-1&word=0:5,1:11&shown=layers.0.attention:2' +
        '&direction=is_seen_by',
    );
    expect(parseTraining(address)).toEqual({ state, refusal: null });
    expect(parseTraining('')).toEqual({ state: defaultTraining, refusal: null });
  });

  it('is read as it was written before, with its escapes', () => {
    const { state: escaped, refusal } = parseTraining('v=1&task=goes_with&seed=2&heads=2%2C1');
    expect(refusal).toBeNull();
    expect(escaped).toEqual({ ...defaultTraining, seed: 2, recipe: { heads: [2, 1] } });
    const older = formatTraining(state).replace('v=3&model=', 'v=1&task=');
    expect(parseTraining(older)).toEqual({ state, refusal: null });
  });

  it('round-trips 500 random states', () => {
    const random = seeded(5);
    const { pick, integer } = random;
    const some = <One>(max: number, make: (i: number) => One) =>
      Array.from({ length: integer(0, max) }, (_, i) => make(i));
    const attention = (i: number) => `${pick(['', 'encoder.', 'decoder.'])}layers.${i}.attention`;
    for (let i = 0; i < 500; i++) {
      const state = {
        model: pick(shownTasks),
        from: pick(starts),
        seed: integer(0, 999_999_999),
        step: integer(0, 100_000),
        speed: pick(speeds),
        text: some(20, () => pick([...'ab ,:;&=+%#"<äß中😀'])).join(''),
        drawing: Uint8Array.from({ length: 784 }, () => integer(0, 15)),
        recipe: {
          ...(random.uniform() < 0.5 && { heads: some(3, () => integer(1, 16)).concat(1, 2) }),
          ...(random.uniform() < 0.5 && { learning_rate: random.uniform() }),
          ...(random.uniform() < 0.5 && { norm_first: random.uniform() < 0.5 }),
        },
        changes: {
          off: some(4, (i) => head(attention(i), integer(0, 15))),
          row: some(4, (i) => ({
            example: integer(0, 2),
            ...head(attention(i), integer(0, 15)),
            query: integer(0, 999),
            key: integer(0, 999),
          })),
          word: some(3, (example) => ({ example, word: integer(0, 999) })),
          shown: some(4, (i) => head(attention(i), integer(0, 15))),
        },
        direction: pick(arcDirections),
      } as const;
      const address = formatTraining(state);
      expect(parseTraining(address), address).toEqual({ state, refusal: null });
    }
  });

  it('keeps the later of two changes of the same place', () => {
    const { changes } = parseTraining(
      'v=1&off=layers.0.attention:1,layers.0.attention:1&word=0:5,0:6&shown=layers.0.attention:1,layers.0.attention:2' +
        '&row=0:layers.0.attention:1:8-1,0:layers.0.attention:1:8-2,1:layers.0.attention:1:8-3',
    ).state;
    const place = head('layers.0.attention', 1);
    expect(changes).toEqual({
      off: [place],
      row: [
        { example: 0, ...place, query: 8, key: 2 },
        { example: 1, ...place, query: 8, key: 3 },
      ],
      word: [{ example: 0, word: 6 }],
      shown: [head('layers.0.attention', 2)],
    });
  });

  it.each([
    ['model=juggling', 'model must be goes_with or who or induction', 'model'],
    ['seed=-3', 'seed: Enter a whole number from 0 to 999,999,999, not “-3”', 'seed'],
    ['from=above', 'from must be nothing or shipped, not “above”', 'from'],
    ['step=1e9', 'step: Enter a whole number from 0 to 100,000', 'step'],
    ['speed=fast', 'speed must be 1 or 4 or 16 or end, not “fast”', 'speed'],
    ['direction=up', 'direction must be looks_at or is_seen_by, not “up”', 'direction'],
    ['heads=2,99', 'heads: Enter a whole number from 1 to 16, not “99”', 'recipe'],
    ['positions=rotated', 'used: positions must be none or learned', 'recipe'],
    ['learning_rate=fast', 'learning_rate: Enter a number from 0 to 10, not “fast”', 'recipe'],
    ['off=all', 'off must look like layers.0.attention:1, not “all”', 'changes'],
    ['off=', 'off must look like layers.0.attention:1, not “”', 'changes'],
    ['row=3:layers.1.attention:0:8-1', 'row must look like 0:layers.1.attention:0:8-1', 'changes'],
    ['word=0:-2', 'word must look like 0:5, not “0:-2”', 'changes'],
    ['shown=layers.0.attention', 'shown must look like layers.0.attention:1', 'changes'],
    ['drawing=7', 'drawing must look like', 'drawing'],
    [`text=${'x'.repeat(201)}`, 'Use at most 200 characters; this text has 201', 'text'],
    ['heats=4', '“heats” is not a setting of this page', undefined],
    ['v=4', 'its version is “4”, but this page reads version 3', undefined],
  ] as const)('%s is named, and all other settings are kept', (wrong, why, name) => {
    const [setting] = wrong.split('=');
    const others = formatTraining(state)
      .split('&')
      .filter((other) => !other.startsWith(`${setting}=`));
    const { state: read, refusal } = parseTraining([...others, wrong].join('&'));
    expect(refusal!.message).toContain(why);
    expect(refusal!.message).toContain('The rest is as in the link');
    if (name === 'recipe') {
      const { [setting as 'heads']: _, ...recipe } = state.recipe as Record<string, unknown>;
      expect(read).toEqual({ ...state, recipe });
    } else if (name === 'changes') {
      expect(read).toEqual({ ...state, changes: { ...state.changes, [setting!]: [] } });
    } else {
      expect(read).toEqual(name ? { ...state, [name]: defaultTraining[name] } : state);
    }
  });

  it('names each invalid setting, and each invalid change among valid ones', () => {
    const { state, refusal } = parseTraining('v=1&seed=x&step=7&off=layers.0.attention:3,b&x=1');
    expect(refusal!.message).toContain('seed: Enter a whole number');
    expect(refusal!.message).toContain('not “b”');
    expect(refusal!.message).toContain('“x” is not a setting');
    const changes = { ...noChanges, off: [head('layers.0.attention', 3)] };
    expect(state).toEqual({ ...defaultTraining, step: 7, changes });
  });
});
