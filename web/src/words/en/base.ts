/** The English texts that every page loads, and the type of the whole catalogue, which add-*.ts completes. */
import { count } from '../forms/count';
import { divisorsOf, orList } from '../forms/divisors';
import type { changes } from './changes';
import type { digits } from './digits';
import type { lab } from './lab';
import type { later } from './later';
import type { languageModel } from './language-model';
import type { page } from './page';
import type { report } from './report';
import type { guess } from './guess';
import type { story } from './story';
import type { trained } from './trained';
import type { otherModel } from './other-model';
import type { recipe } from './recipe';
import type { training } from './training';
import type { trainingPage } from './training-page';
import type { views } from './views';
import type { fileWeights } from './weights';

const quoted = (text: string) => `“${text}”`;
/** Ends a message with the value that was entered; empty if nothing was. */
const instead = (actual: string | number | null) =>
  actual === null ? '' : `, not ${typeof actual === 'string' ? quoted(actual) : actual}`;

const atOnce = {
  clipboard: {
    copied: 'Copied.',
    textSelected:
      'The browser blocked the clipboard. The text is selected: copy it with the keyboard.',
    tableSelected:
      'The browser blocked the clipboard. The table is selected: copy it with the keyboard.',
    saved: (name: string) => `The browser blocked the clipboard. Download started: ${name}`,
  },
  table: {
    summary: 'Table',
    of: (what: string) => ` of ${what}`,
    copy: 'Copy as tab-separated text',
  },
  /** Marks between texts that code joins. */
  marks: { comma: ', ', semicolon: '; ', colon: ': ', decimal: '.' },
  /** Texts that several views share. */
  lab: {
    head: (number: number) => `head ${number}`,
    /** A head of a layer, or of another attention. */
    headIn: (layer: string, number: number) => `${layer}, head ${number}`,
    /** `name` counts from 1, `head` from 0. Models of one layer have no attention's name. */
    inCode: (name: string, head: number, attention?: string) =>
      attention === undefined
        ? `${name} (in code ${head})`
        : `${name} (${attention}, head ${head})`,
    untrained: 'untrained: random parameters',
    masked: 'masked',
    otherTokens: (number: number) => `${number} other tokens`,
    notLoaded: 'This part of the lab could not be loaded.',
    retry: 'Try again',
  },
  /** Messages about input that is not accepted. */
  refused: {
    named: (name: string, why: string) => `${name}: ${why}`,
    /** `actual` is the typed text, a number, or null if nothing was entered. */
    wholeNumber: (min: number, max: number, actual: string | number | null) =>
      `Enter a whole number from ${min} to ${count(max)}${instead(actual)}.`,
    number: (min: number, max: number, actual: string | number | null) =>
      `Enter a number from ${count(min)} to ${count(max)}${instead(actual)}.`,
    characters: (max: number, actual: number) =>
      `Use at most ${count(max)} characters; this text has ${count(actual)}.`,
    noWord: 'Type at least one word.',
    tokens: (max: number, actual: number) =>
      `Use at most ${count(max)} tokens; this text has ${count(actual)}.`,
    version: (version: string, actual: string) =>
      `its version is ${quoted(actual)}, but this page reads version ${version}.`,
    oneOf: (name: string, choices: readonly string[], actual: string) =>
      `${name} must be ${choices.join(' or ')}, not ${quoted(actual)}.`,
    suchAs: (name: string, example: string, actual: string) =>
      `${name} must look like ${example}, not ${quoted(actual)}.`,
    // Messages for authors of lessons.
    state: (actual: string) => `Expected a state such as { v: 3, text: "…" }, got ${actual}.`,
    stateName: (names: string, actual: string) =>
      `Expected settings named ${names}, got ${actual}.`,
    stateSetting: (name: string, expected: string, actual: string) =>
      `${name}: expected ${expected}, got ${actual}.`,
    link: (why: string) => `This link could not be read: ${why} The default settings are shown.`,
    linkPart: (why: string) =>
      `Part of this link could not be used: ${why} The rest is as in the link.`,
    unknownSetting: (name: string) => `“${name}” is not a setting of this page.`,
    /** Messages of the engine. The key is the English template; the arguments fill its `{}`. */
    engine: {
      'expected num_heads to divide d_model {}, got {}': (d_model: string, num_heads: string) =>
        `${d_model} dimensions cannot be split into ${num_heads} equal heads. Try ${orList(divisorsOf(d_model), 'or')}.`,
      'this trainer was lost when the engine stopped: create another': () =>
        'The engine stopped, and this training run with it. Start it again.',
      '{} has a NaN or an infinity in step {}: the model is that of step {}': (
        tensor: string,
        step: string,
        last: string,
      ) =>
        `In step ${step}, ${tensor} is not finite; all numbers up to step ${last} are finite. A smaller learning rate may help.`,
      // The core ends a shortened list with three dots; the full stop of this sentence follows them.
      'expected words of the vocabulary, got {}': (names: string) =>
        `The model does not know ${names}. Use tokens of its vocabulary.`.replace(' .... ', ' … '),
      'expected {} tokens, got {}': (expected: string, count: string) =>
        `Type ${expected} tokens, not ${count}.`,
      'expected {} to {} tokens, got {}': (min: string, max: string, count: string) =>
        `Type ${min} to ${max} tokens, not ${count}.`,
    },
    /** Other messages of the engine in this language, by their English templates. */
    templates: new Map() as ReadonlyMap<string, string>,
    /** An English message of the engine that has no translation. */
    other: (message: string) => message,
  },
  save: {
    save: 'Save',
    /** Follows `Save` for screen readers: names the view to save. */
    of: (what: string) => `: ${what}`,
    formats: {
      svg: 'Picture, SVG',
      png: 'Picture, PNG',
      csv: 'Numbers, CSV',
      npy: 'Numbers, NPY',
    },
    failed: (why: string) => `Saving failed: ${why}`,
    source: 'Attention Lab',
    headByHead: 'Weights, head by head',
    formula: 'Scaled dot-product attention',
    quoted,
  },
};

/** Includes the texts that load with the code that uses them: lab.ts, later.ts, .. */
export const en = atOnce as typeof atOnce &
  typeof lab &
  typeof later & {
    changes: typeof changes;
    guess: typeof guess;
    languageModel: typeof languageModel;
    page: typeof page;
    report: typeof report;
    story: typeof story;
    trained: typeof trained;
    recipe: typeof recipe;
    training: typeof training & typeof trainingPage;
    fileWeights: typeof fileWeights;
    otherModel: typeof otherModel;
  } & typeof views &
  typeof digits;
export type Words = typeof en;
/** The texts that a translation loads at once. The others are parts, which add-*.ts adds. */
export type BaseWords = typeof atOnce & typeof lab & typeof later;

/** The translated texts that only some pages show. */
export type CataloguePart =
  | 'changes'
  | 'digits'
  | 'fileWeights'
  | 'guess'
  | 'languageModel'
  | 'otherModel'
  | 'page'
  | 'recipe'
  | 'report'
  | 'story'
  | 'trained'
  | 'training'
  | 'views';
/** The parts that a language has in files of their own; its other texts are all in its base.ts. */
export type CatalogueParts = Partial<Record<CataloguePart, () => Promise<Partial<Words>>>>;
