/**
 * The reasons for a model's answer to an experiment, in measured shares. A reason that the measurement contradicts is
 * omitted.
 */
import type { HeadPlace } from '../heads/head-place';
import type { Inspected } from './inspected-model';
import { kCross, type ExperimentName } from './experiments';
import { indexOfLargest } from '../stages/index-of-largest';
import { part } from '../stages/lines';
import { kPronounHead } from './shipped-models';

export interface Reason {
  /** The words that the sentence names. */
  readonly words: readonly string[];
  /** The weights and probabilities in the reason, from 0 to 1, in the order of its text. */
  readonly shares: readonly number[];
}

/** `before`, `after`: the examples that the experiment asks about, without and with the change. */
type Measure = (before: readonly Inspected[], after: readonly Inspected[]) => Reason | false;

const kFirst = { attention: 'layers.0.attention', head: 0 };
const kSecond = { attention: 'layers.1.attention', head: 0 };
/** "it", the last letter, the bar. */
const kAnswerPlace = 8;
const kMajority = 0.5;
/** Shares that differ by less are displayed as equal. */
const kShareTolerance = 5e-4;

type Measures = Partial<Record<ExperimentName, Measure>>;

/** The weights of a query in a head. */
function rowOf(
  { example }: Inspected,
  { attention, head }: HeadPlace,
  query: number,
): Float32Array {
  return part(example.weights, [attention, [head, query]])!;
}

const tokenAt = ({ example }: Inspected, place: number) => example.tokens[place] ?? '';

function weightOf(
  inspected: Inspected,
  head: HeadPlace,
  word: string,
  query = kAnswerPlace,
): number {
  return rowOf(inspected, head, query)[inspected.example.tokens.lastIndexOf(word)] ?? 0;
}

const answerOf = ({ example }: Inspected, place: number) => example.answers[place]?.[0]?.token;

const shareOf = ({ example }: Inspected, place: number) =>
  example.answers[place]?.[0]?.probability ?? 0;

/** The probability, in `inspected`, of the word that `answering` answers. */
function probabilityIn(inspected: Inspected, answering: Inspected, place: number): number {
  const { id = 0 } = answering.model.answers[place]?.[0] ?? {};
  return part({ p: inspected.model.probabilities }, ['p', [0, place, id]])![0]!;
}

const areMajorities = (shares: readonly number[]) => shares.every((share) => share > kMajority);

const areEqual = ([first = 0, second = 0]: readonly number[]) =>
  Math.abs(first - second) < kShareTolerance;

/** Whether both examples have the same answer with the same probability. */
const haveSameAnswer = (all: readonly Inspected[], place: number) =>
  areEqual(all.map((inspected) => shareOf(inspected, place))) &&
  answerOf(all[0]!, place) === answerOf(all[1]!, place);

const lastWords = ['tired', 'wide'];
const nouns = ['animal', 'street'];

/** The weights of layer 1 on the words that decide. */
const pronounHeadWeights = (all: readonly Inspected[]) =>
  all.map((inspected, i) => weightOf(inspected, kPronounHead, lastWords[i]!));

/** The weights of layer 2 on the nouns. */
const nounWeights = (all: readonly Inspected[]) =>
  all.map((inspected, i) => weightOf(inspected, kSecond, nouns[i]!));

/** The weights of layer 2 on "animal" in both sentences. */
const animalWeights = (all: readonly Inspected[]) =>
  all.map((inspected) => weightOf(inspected, kSecond, 'animal'));

const ofPronouns = {
  number([, before], [first, after]) {
    const shares = [
      weightOf(after!, kPronounHead, 'wide'),
      weightOf(after!, kSecond, 'animal'),
      weightOf(before!, kSecond, 'street'),
    ];
    return (
      areMajorities(shares) &&
      [first, after].every((inspected) => answerOf(inspected!, kAnswerPlace) === 'animal') && {
        words: ['it', 'wide', ...nouns, 'tired'],
        shares,
      }
    );
  },
  causal(before, after) {
    const [readBefore, readAfter, animalAfter] = [
      pronounHeadWeights(before),
      pronounHeadWeights(after),
      animalWeights(after),
    ];
    return (
      areMajorities([...readBefore, ...animalAfter]) &&
      readAfter.every((weight) => weight === 0) &&
      haveSameAnswer(after, kAnswerPlace) && {
        words: ['it', ...lastWords, 'animal'],
        shares: [...readBefore, ...readAfter, ...animalAfter],
      }
    );
  },
  layer(before, after) {
    const animalAfter = animalWeights(after);
    return (
      areMajorities(animalAfter) &&
      haveSameAnswer(after, kAnswerPlace) && {
        words: ['it', 'animal'],
        shares: [...animalAfter, ...animalWeights(before)],
      }
    );
  },
  idle(before, after) {
    const [nounsBefore, nounsAfter] = [nounWeights(before), nounWeights(after)];
    return (
      areMajorities([...nounsBefore, ...nounsAfter]) && {
        words: ['it', ...nouns],
        shares: [...nounsAfter, ...nounsBefore],
      }
    );
  },
  positions(before, after) {
    const [readAfter, nounsAfter] = [pronounHeadWeights(after), nounWeights(after)];
    return (
      areMajorities([...readAfter, ...nounsAfter]) && {
        words: ['it', ...lastWords, ...nouns],
        shares: [...readAfter, ...nounsAfter, ...nounWeights(before)],
      }
    );
  },
} satisfies Measures;

const ofLetters = {
  third_letter: (before, after) => copies(before, after, kSecond, 2),
  no_second_layer(_, after) {
    const onPrevious = after.map(
      (inspected) => rowOf(inspected, kFirst, kAnswerPlace)[kAnswerPlace - 1]!,
    );
    const previous = tokenAt(after[0]!, kAnswerPlace - 1);
    return (
      areMajorities(onPrevious) &&
      after.every((inspected) => answerOf(inspected, kAnswerPlace) === previous) && {
        words: [tokenAt(after[0]!, kAnswerPlace), previous],
        shares: [...onPrevious, ...after.map((inspected) => shareOf(inspected, kAnswerPlace))],
      }
    );
  },
  no_places(before, after) {
    const previous = (inspected: Inspected) =>
      rowOf(inspected, kFirst, kAnswerPlace)[kAnswerPlace - 1]!;
    const [previousBefore, previousAfter] = [before.map(previous), after.map(previous)];
    const token = tokenAt(after[0]!, kAnswerPlace);
    const largestKeys = after.map((inspected) =>
      indexOfLargest(rowOf(inspected, kSecond, kAnswerPlace)),
    );
    return (
      areMajorities(previousBefore) &&
      previousAfter.every((weight) => weight < kMajority) &&
      after.every(
        (inspected, i) =>
          tokenAt(inspected, largestKeys[i]!) === token &&
          answerOf(inspected, kAnswerPlace) === token,
      ) && {
        words: [token],
        shares: [
          ...previousAfter,
          ...previousBefore,
          ...after.map((inspected, i) => rowOf(inspected, kSecond, kAnswerPlace)[largestKeys[i]!]!),
        ],
      }
    );
  },
  two_followers(_, [after]) {
    const row = rowOf(after!, kSecond, kAnswerPlace);
    const [firstFollower, secondFollower] = [1, 5] as const;
    const prefersFirst = row[firstFollower]! > row[secondFollower]!;
    const [preferred, other] = prefersFirst
      ? [firstFollower, secondFollower]
      : [secondFollower, firstFollower];
    const answer = answerOf(after!, kAnswerPlace);
    return (
      answer === tokenAt(after!, preferred) && {
        words: [answer, tokenAt(after!, other)],
        shares: [row[preferred]!, row[other]!],
      }
    );
  },
} satisfies Measures;

const ofNumbers = {
  first_number(before, after) {
    const reason = copies(before, after, kFirst, 0);
    // The first number is the same in both.
    return reason && { ...reason, words: reason.words.slice(0, 1) };
  },
  unplaced_numbers(before, after) {
    const smallest = after.map(({ example }) => {
      const numbers = example.tokens.slice(0, kAnswerPlace);
      return numbers.reduce((least, number) => (Number(number) < Number(least) ? number : least));
    });
    const onSmallest = (inspected: Inspected, i: number) => {
      const key = inspected.example.tokens.indexOf(smallest[i]!);
      return rowOf(inspected, kFirst, kAnswerPlace)[key]!;
    };
    const onSmallestAfter = after.map(onSmallest);
    return (
      areMajorities(onSmallestAfter) &&
      after.every((inspected, i) => answerOf(inspected, kAnswerPlace) === smallest[i]) && {
        words: [tokenAt(after[0]!, kAnswerPlace), ...smallest],
        shares: [...onSmallestAfter, ...before.map(onSmallest)],
      }
    );
  },
  twice(_, [after]) {
    // The last number said.
    const place = 11;
    const answer = answerOf(after!, place)!;
    const last = tokenAt(after!, place);
    const row = rowOf(after!, kFirst, place);
    const weightOn = (word: string) =>
      after!.example.tokens
        .slice(0, kAnswerPlace)
        .reduce((sum, token, key) => sum + (token === word ? row[key]! : 0), 0);
    return (
      Number(answer) > Number(last) &&
      weightOn(answer) > kMajority && {
        words: [last, answer],
        shares: [weightOn(answer), weightOn(last)],
      }
    );
  },
} satisfies Measures;

const ofTranslations = {
  subject([before], [after]) {
    const head = { attention: kCross, head: 3 };
    // The word after "Gruppe" is answered here.
    const place = 2;
    const [groupBefore, groupAfter] = [before!, after!].map((inspected) =>
      weightOf(inspected, head, 'group', place),
    );
    const singular = [before!, after!].map((inspected) => probabilityIn(inspected, before!, place));
    const plural = [before!, after!].map((inspected) => probabilityIn(inspected, after!, place));
    return (
      groupBefore! > kMajority &&
      groupAfter! < kShareTolerance &&
      singular[1]! < singular[0]! &&
      plural[1]! > plural[0]! && {
        words: ['group', answerOf(before!, place)!, answerOf(after!, place)!],
        shares: [groupBefore!, groupAfter!, ...singular, ...plural],
      }
    );
  },
  no_source(_, after) {
    const place = 2;
    return (
      haveSameAnswer(after, place) && {
        words: [answerOf(after[0]!, place)!],
        shares: after.map((inspected) => shareOf(inspected, place)),
      }
    );
  },
} satisfies Measures;

const ofDigits = {
  unplaced_patches(before, after) {
    const [first = [], second = []] = before.map((original, i) =>
      [original, after[i]!].map((inspected) => probabilityIn(inspected, original, 0)),
    );
    return (
      [first, second].every(
        ([shareBefore, shareAfter]) => shareBefore! > kMajority && shareAfter! < kMajority,
      ) && {
        words: before.map((inspected) => answerOf(inspected, 0)!),
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
      least > 1 - kShareTolerance &&
      haveSameAnswer(after, 0) && {
        words: [answerOf(after[0]!, 0)!],
        shares: [least, ...after.map((inspected) => shareOf(inspected, 0))],
      }
    );
  },
} satisfies Measures;

const measures: Record<ExperimentName, Measure> = {
  ...ofPronouns,
  ...ofLetters,
  ...ofNumbers,
  ...ofTranslations,
  ...ofDigits,
};

/** The model gives the answer that a head is forced to look at. */
function copies(
  before: readonly Inspected[],
  after: readonly Inspected[],
  head: HeadPlace,
  key: number,
): Reason | false {
  const weight = (inspected: Inspected) => rowOf(inspected, head, kAnswerPlace)[key]!;
  const words = after.map((inspected) => tokenAt(inspected, key));
  const sharesAfter = after.map((inspected) => shareOf(inspected, kAnswerPlace));
  const sharesBefore = before.map((inspected, i) =>
    probabilityIn(inspected, after[i]!, kAnswerPlace),
  );
  return (
    areMajorities(after.map(weight)) &&
    after.every((inspected, i) => answerOf(inspected, kAnswerPlace) === words[i]) &&
    sharesAfter.every((share, i) => share > sharesBefore[i]!) && {
      words,
      shares: [...after.map(weight), ...before.map(weight), ...sharesAfter, ...sharesBefore],
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
