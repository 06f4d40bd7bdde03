/** Why a model answers an experiment as it does, in measured shares. A reason that the measurement contradicts is not given. */
import type { Inspected } from './inspected-model';
import { kCross, type ExperimentName } from './experiments';
import { indexOfLargest } from './index-of-largest';
import { part } from './lines';
import { kReader } from './shipped-models';

export interface Reason {
  /** The words that the sentence names. */
  readonly words: readonly string[];
  /** The weights and probabilities in the reason, from 0 to 1, in the order of its text. */
  readonly shares: readonly number[];
}

/** `before`, `after`: the examples that are asked, as the model learned them and now. */
type Measure = (before: readonly Inspected[], after: readonly Inspected[]) => Reason | false;

const kSecond = { attention: 'layers.1.attention', head: 0 };
const kSort = { attention: 'layers.0.attention', head: 0 };
/** "it", the last letter, the bar. */
const kAsked = 8;
const kMost = 0.5;
/** Shares that differ by less are displayed as equal. */
const kSame = 5e-4;

type Head = Readonly<{ attention: string; head: number }>;

/** The weights of a query in a head. */
function rowOf({ example }: Inspected, { attention, head }: Head, query: number): Float32Array {
  return part(example.weights, [attention, [head, query]])!;
}

const tokenAt = ({ example }: Inspected, place: number) => example.tokens[place] ?? '';

function weightOf(one: Inspected, head: Head, word: string, query = kAsked): number {
  return rowOf(one, head, query)[one.example.tokens.lastIndexOf(word)] ?? 0;
}

const answerOf = ({ example }: Inspected, place: number) => example.answers[place]?.[0]?.token;

const shareOf = ({ example }: Inspected, place: number) =>
  example.answers[place]?.[0]?.probability ?? 0;

/** The probability of the word that `of` answers. */
function probabilityIn(one: Inspected, of: Inspected, place: number): number {
  const { id = 0 } = of.model.answers[place]?.[0] ?? {};
  return part({ p: one.model.probabilities }, ['p', [0, place, id]])![0]!;
}

const both = (all: readonly Inspected[], measure: (one: Inspected, i: number) => number) =>
  all.map(measure);

const areMost = (shares: readonly number[]) => shares.every((share) => share > kMost);

const areSame = ([first = 0, second = 0]: readonly number[]) => Math.abs(first - second) < kSame;

/** Both examples have the same answer, equally probable. */
const areOne = (all: readonly Inspected[], place: number) =>
  areSame(both(all, (one) => shareOf(one, place))) &&
  answerOf(all[0]!, place) === answerOf(all[1]!, place);

const lastWords = ['tired', 'wide'];
const nouns = ['animal', 'street'];

/** The weights of layer 1 on the words that decide. */
const read = (all: readonly Inspected[]) =>
  both(all, (one, i) => weightOf(one, kReader, lastWords[i]!));

/** The weights of layer 2 on the nouns. */
const found = (all: readonly Inspected[]) =>
  both(all, (one, i) => weightOf(one, kSecond, nouns[i]!));

/** The weights of layer 2 on "animal" in both sentences. */
const onAnimal = (all: readonly Inspected[]) =>
  both(all, (one) => weightOf(one, kSecond, 'animal'));

const measures: Record<ExperimentName, Measure> = {
  number([, before], [first, after]) {
    const shares = [
      weightOf(after!, kReader, 'wide'),
      weightOf(after!, kSecond, 'animal'),
      weightOf(before!, kSecond, 'street'),
    ];
    return (
      areMost(shares) &&
      [first, after].every((one) => answerOf(one!, kAsked) === 'animal') && {
        words: ['it', 'wide', ...nouns, 'tired'],
        shares,
      }
    );
  },
  causal(before, after) {
    const [seen, hidden, now] = [read(before), read(after), onAnimal(after)];
    return (
      areMost([...seen, ...now]) &&
      hidden.every((weight) => weight === 0) &&
      areOne(after, kAsked) && {
        words: ['it', ...lastWords, 'animal'],
        shares: [...seen, ...hidden, ...now],
      }
    );
  },
  layer(before, after) {
    const now = onAnimal(after);
    return (
      areMost(now) &&
      areOne(after, kAsked) && { words: ['it', 'animal'], shares: [...now, ...onAnimal(before)] }
    );
  },
  idle(before, after) {
    const [was, now] = [found(before), found(after)];
    return areMost([...was, ...now]) && { words: ['it', ...nouns], shares: [...now, ...was] };
  },
  positions(before, after) {
    const [seen, now] = [read(after), found(after)];
    return (
      areMost([...seen, ...now]) && {
        words: ['it', ...lastWords, ...nouns],
        shares: [...seen, ...now, ...found(before)],
      }
    );
  },
  third_letter: (before, after) => copies(before, after, kSecond, 2),
  no_second_layer(_, after) {
    const seen = both(after, (one) => rowOf(one, kSort, kAsked)[kAsked - 1]!);
    const previous = tokenAt(after[0]!, kAsked - 1);
    return (
      areMost(seen) &&
      after.every((one) => answerOf(one, kAsked) === previous) && {
        words: [tokenAt(after[0]!, kAsked), previous],
        shares: [...seen, ...both(after, (one) => shareOf(one, kAsked))],
      }
    );
  },
  no_places(before, after) {
    const previous = (one: Inspected) => rowOf(one, kSort, kAsked)[kAsked - 1]!;
    const [was, now] = [both(before, previous), both(after, previous)];
    const asked = tokenAt(after[0]!, kAsked);
    const most = both(after, (one) => indexOfLargest(rowOf(one, kSecond, kAsked)));
    return (
      areMost(was) &&
      now.every((weight) => weight < kMost) &&
      after.every(
        (one, i) => tokenAt(one, most[i]!) === asked && answerOf(one, kAsked) === asked,
      ) && {
        words: [asked],
        shares: [
          ...now,
          ...was,
          ...both(after, (one, i) => rowOf(one, kSecond, kAsked)[most[i]!]!),
        ],
      }
    );
  },
  two_followers(_, [after]) {
    const [first = 0, second = 0] = [1, 5].map((key) => rowOf(after!, kSecond, kAsked)[key]);
    const said = answerOf(after!, kAsked);
    const more = first > second ? 1 : 5;
    return (
      said === tokenAt(after!, more) && {
        words: [said, tokenAt(after!, 6 - more)],
        shares: [Math.max(first, second), Math.min(first, second)],
      }
    );
  },
  first_number(before, after) {
    const reason = copies(before, after, kSort, 0);
    // The first number is the same in both.
    return reason && { ...reason, words: reason.words.slice(0, 1) };
  },
  unplaced_numbers(before, after) {
    const smallest = after.map(({ example }) => {
      const numbers = example.tokens.slice(0, kAsked);
      return numbers.reduce((least, one) => (Number(one) < Number(least) ? one : least));
    });
    const of = (one: Inspected, i: number) => {
      const key = one.example.tokens.indexOf(smallest[i]!);
      return rowOf(one, kSort, kAsked)[key]!;
    };
    const now = both(after, of);
    return (
      areMost(now) &&
      after.every((one, i) => answerOf(one, kAsked) === smallest[i]) && {
        words: [tokenAt(after[0]!, kAsked), ...smallest],
        shares: [...now, ...both(before, of)],
      }
    );
  },
  twice(_, [after]) {
    const place = 11;
    const said = answerOf(after!, place)!;
    const last = tokenAt(after!, place);
    const row = rowOf(after!, kSort, place);
    const on = (word: string) =>
      after!.example.tokens
        .slice(0, kAsked)
        .reduce((sum, one, key) => sum + (one === word ? row[key]! : 0), 0);
    return (
      Number(said) > Number(last) &&
      on(said) > kMost && { words: [last, said], shares: [on(said), on(last)] }
    );
  },
  subject([before], [after]) {
    const head = { attention: kCross, head: 3 };
    const place = 2;
    const [was, now] = [before!, after!].map((one) => weightOf(one, head, 'group', place));
    const singular = [before!, after!].map((one) => probabilityIn(one, before!, place));
    const plural = [before!, after!].map((one) => probabilityIn(one, after!, place));
    return (
      was! > kMost &&
      now! < kSame &&
      singular[1]! < singular[0]! &&
      plural[1]! > plural[0]! && {
        words: ['group', answerOf(before!, place)!, answerOf(after!, place)!],
        shares: [was!, now!, ...singular, ...plural],
      }
    );
  },
  no_source(_, after) {
    const place = 2;
    return (
      areOne(after, place) && {
        words: [answerOf(after[0]!, place)!],
        shares: both(after, (one) => shareOf(one, place)),
      }
    );
  },
  unplaced_patches(before, after) {
    const [first = [], second = []] = before.map((one, i) =>
      [one, after[i]!].map((of) => probabilityIn(of, one, 0)),
    );
    return (
      [first, second].every(([was, now]) => was! > kMost && now! < kMost) && {
        words: before.map((one) => answerOf(one, 0)!),
        shares: [...first, ...second],
      }
    );
  },
  blind_token(_, after) {
    const onItself = after.flatMap(({ example }) =>
      Object.entries(example.weights).flatMap(([attention, { shape }]) =>
        Array.from(
          { length: shape[0]! },
          (_, head) => part(example.weights, [attention, [head, 0]])![0]!,
        ),
      ),
    );
    const least = Math.min(...onItself);
    return (
      least > 1 - kSame &&
      areOne(after, 0) && {
        words: [answerOf(after[0]!, 0)!],
        shares: [least, ...both(after, (one) => shareOf(one, 0))],
      }
    );
  },
};

/** The model says what a head is made to look at. */
function copies(
  before: readonly Inspected[],
  after: readonly Inspected[],
  head: Head,
  key: number,
): Reason | false {
  const weight = (one: Inspected) => rowOf(one, head, kAsked)[key]!;
  const words = after.map((one) => tokenAt(one, key));
  const now = both(after, (one) => shareOf(one, kAsked));
  const was = both(before, (one, i) => probabilityIn(one, after[i]!, kAsked));
  return (
    areMost(both(after, weight)) &&
    after.every((one, i) => answerOf(one, kAsked) === words[i]) &&
    now.every((share, i) => share > was[i]!) && {
      words,
      shares: [...both(after, weight), ...both(before, weight), ...now, ...was],
    }
  );
}

export function reasonOf(
  name: ExperimentName,
  before: readonly Inspected[],
  after: readonly Inspected[],
): Reason | undefined {
  return measures[name](before, after) || undefined;
}
