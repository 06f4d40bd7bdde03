/** Writes the files of a Save menu. Loaded when a menu first opens. */
import { isolateText } from '../../draw/fit-text';
import { formatProbability, withMark } from '../../draw/format';
import type { Fonts, Scene } from '../../draw/scene/scene';
import { measureOn, sceneToCanvas } from '../../draw/scene/to-canvas';
import { sceneToSvg } from '../../draw/scene/to-svg';
import { sceneOf } from '../../draw/pictures/picture';
import type { Sheet } from '../../draw/scene/sheet';
import { csvOf } from '../../files/csv';
import { download } from '../../files/download';
import { fileName, kUntrainedPrefix } from '../../files/file-name';
import { npyOf } from '../../files/npy';
import { nameParts, type Provenance } from '../../files/provenance';
import { nameOfModel } from '../../model/examples/tasks';
import { settingRow, settingNames } from '../../settings/playground';
import { defaultState, formatState } from '../../settings/state';
import '../../words/add-changes';
import '../../words/add-lab';
import '../../words/add-later';
import { Refusal } from '../../words/refusal';
import type { Words } from '../../words/words';
import type { ModelShown } from './model-shown';
import type { Format, SaveContent } from './save-content';
import { canvasColors, printColors, type CanvasColors } from '../styles/theme';
import type { LabResult } from '../lab/lab-context';
import { inPencil, isUntrained } from '../lab/untrained';
import { provenanceOf } from './provenance-event';

interface SaveOptions {
  readonly words: Words;
  /** The colors and fonts of the saved view. */
  readonly colors: Omit<CanvasColors, 'font'>;
  readonly fonts: Fonts;
  readonly provenance: Provenance;
}

const types: Record<Format, string> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  csv: 'text/csv',
  npy: 'application/octet-stream',
};
/** The max length of the sentence in a caption. */
const kMaxCharacters = 140;
/** The max number of sentences in one line of a caption. */
const kMaxSentences = 16;
/** Browsers limit the size of a canvas, each differently. */
const kMaxPixels = 8192;

/** `view`: the element whose numbers are saved. */
export async function saveFile(
  format: Format,
  content: SaveContent,
  view: Element,
  words: Words,
): Promise<void> {
  const provenance = provenanceOf(view);
  const { font: sans, ...colors } = canvasColors(view);
  const serif = getComputedStyle(view).getPropertyValue('--serif');
  const options = { words, colors, fonts: { sans, serif }, provenance };
  const bytes = await bytesOf(format, content, options);
  download(nameOf(content, format, provenance), bytes, types[format]);
}

async function bytesOf(format: Format, content: SaveContent, options: SaveOptions) {
  // An SVG names the page's own font first, in case it is installed. Texts are laid out for the fonts after it.
  if (format === 'svg') return sceneToSvg({ ...sceneFrom(content, options), fonts: options.fonts });
  if (format === 'png') return pngOf(sceneFrom(content, options));
  const { tensor, labels, from, groups } = content.numbers!;
  if (format === 'npy') return npyOf(tensor);
  const provenance = { ...options.provenance, ...settingsOf(content.result) };
  return csvOf(tensor, labels, provenance, from, groups);
}

/** The settings that compute a lab's numbers again. */
const settingsOf = (result: LabResult | null): Provenance =>
  result && !result.opened ? { link: formatState(result.state) } : {};

function sceneFrom(content: SaveContent, options: SaveOptions): Scene {
  const {
    words,
    colors,
    fonts: { sans, serif },
  } = options;
  const fonts = { sans: withoutPageFaces(sans), serif: withoutPageFaces(serif) };
  // Save a dark theme as it is, a light one in the colors for white paper.
  const theme = colors.dark ? colors : printColors;
  const sheetColors = content.pencil || isOfRandom(content) ? inPencil(theme) : theme;
  const sheet: Sheet = {
    colors: sheetColors,
    fonts,
    measure: measureOn(document.createElement('canvas'), fonts),
    caption: captionOf(content, options),
    words: {
      masked: words.lab.masked,
      sum: words.vector.sum,
      followed: words.picture.followed,
      andMore: words.legend.andMore,
      range: words.legend.range,
    },
  };
  return sceneOf(content.picture!({ ...sheetColors, font: fonts.sans }), sheet);
}

/** Without the web fonts of this page, which are not available where a saved picture is opened. */
function withoutPageFaces(families: string): string {
  const name = (family: string) => family.trim().replace(/^(["'])(.*)\1$/, '$2');
  const loaded = new Set([...document.fonts].map(({ family }) => name(family)));
  return families
    .split(',')
    .filter((family) => !loaded.has(name(family)))
    .join(',');
}

/** Whether the parameters are random numbers. */
const isOfRandom = ({ untrained, result }: SaveContent) => untrained || isUntrained(result);

async function pngOf(scene: Scene): Promise<Uint8Array> {
  const canvas = document.createElement('canvas');
  sceneToCanvas(scene, canvas, Math.min(2, kMaxPixels / Math.max(scene.width, scene.height)));
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  const { width, height } = canvas;
  if (!blob) throw new Refusal(({ picture }) => picture.noPng(width, height));
  return new Uint8Array(await blob.arrayBuffer());
}

function captionOf(content: SaveContent, { words, provenance }: SaveOptions): string[] {
  const { fileWeights, lab, picture, save } = words;
  const { result, about, heads = 'shown' } = content;
  const untrained = isOfRandom(content) ? [lab.untrained] : [];
  if (!result) {
    const { model, weights, place, head = place, step, text } = provenance;
    const named = [
      ...(about ? [] : [model && nameOfModel(model, words), weights]),
      head,
      step,
    ].filter((fact) => fact !== undefined);
    const facts = lineOf([...(about ? factsOf(about, words) : untrained), ...named, save.source]);
    const quoted = text ? [quote(text, words)] : [];
    const changes = changesIn(provenance, words);
    return [...linesOf(content, words), ...quoted, ...(changes ? [changes] : []), facts];
  }
  const { state, trace } = result;
  const { num_heads, head } = state;
  const which = heads === 'all' ? picture.heads(num_heads) : picture.head(head, num_heads);
  const facts = [which];
  if (trace.q) {
    facts.push(`d_k = ${trace.q.shape.at(-1)}`, `d_model = ${state.d_model}`);
    facts.push(...numbersOf(result), picture.masks[state.mask]);
  } else facts.push(fileWeights.caption);
  if (!result.opened) facts.push(picture.positions[state.positions], picture.seed(state.seed));
  const sentence = quote(result.opened?.name ?? state.text, words);
  return [sentence, lineOf([...facts, ...untrained, save.source])];
}

function linesOf({ texts: all = [] }: SaveContent, words: Words): string[] {
  return all.map(({ label, texts }) => {
    const quoted = texts.slice(0, kMaxSentences).map((text) => quote(text, words));
    return `${label}${[...quoted, ...(texts.length > kMaxSentences ? ['…'] : [])].join(' ')}`;
  });
}

/** The changes by name, if the source names them; otherwise how many they are. */
function changesIn({ changed, changes }: Provenance, words: Words): string | undefined {
  if (changes) return `${words.changes.label}${words.marks.colon}${changes}`;
  return changed && words.changes.count(Number(changed));
}

/** A sentence in quotation marks, shortened. */
function quote(sentence: string, { save }: Words): string {
  const text = sentence.trim().replace(/\s+/g, ' ');
  const letters = Array.from(text.slice(0, 2 * kMaxCharacters));
  const isLong = letters.length > kMaxCharacters;
  const shown = isLong ? `${letters.slice(0, kMaxCharacters).join('')}…` : text;
  return save.quoted(isolateText(shown));
}

/** The facts about the model, with its answer. */
function factsOf({ model, trained, word, answers }: ModelShown, { lab, picture }: Words): string[] {
  const answerTexts = answers.map(({ token, probability }) => {
    const answer = [isolateText(token), formatProbability(probability)] as const;
    return word === null
      ? picture.onlyAnswer(...answer)
      : picture.answer(isolateText(word), ...answer);
  });
  return [model, trained ? picture.trained : lab.untrained, ...answerTexts];
}

/** No-break spaces keep each fact on one line. */
function lineOf(facts: readonly string[]): string {
  return facts.map((fact) => fact.replaceAll(' ', '\u00a0')).join('\u00a0· ');
}

/** Settings such as a factor, if they apply and differ from their default. */
function numbersOf({ state, opened }: LabResult): string[] {
  return settingNames
    .filter((name) => settingRow(name).kind === 'number' && state[name] !== defaultState[name])
    .filter((name) => !opened || !settingRow(name).sentenceOnly)
    .map((name) => `${name} = ${withMark(String(state[name]))}`);
}

function nameOf(content: SaveContent, format: Format, provenance: Provenance): string {
  const { name, result, heads } = content;
  const head = result?.state.head ?? null;
  const which = heads === 'all' ? null : head === null ? 'mean' : `head${head + 1}`;
  return fileName(
    [
      isOfRandom(content) ? kUntrainedPrefix : null,
      ...[
        name,
        ...nameParts(provenance),
        result && which,
        result && (result.opened?.name ?? result.state.text),
      ],
    ],
    format,
  );
}
