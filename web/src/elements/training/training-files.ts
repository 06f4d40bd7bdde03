/** The files of a run: parameters, recipe and curves. Loaded when one is first saved. */
import { formatDecimal } from '../../draw/format';
import type { TrainerRecipe } from '../../engine/client/engine';
import { arcColor } from '../../draw/pictures/arcs';
import type { CurveLine, CurvesPicture } from '../../draw/pictures/curves';
import { download } from '../../files/download';
import { fileName, kUntrainedPrefix } from '../../files/file-name';
import { safetensorsOf } from '../../files/safetensors';
import { curvesCsv, type CurvePoint, type Curves } from '../../training/curves';
import { logStep, stepTicks } from '../../training/step-axis';
import type { ParametersNow } from '../../training/parameters-now';
import { pytorchTrainingData, pytorchTrainingScript } from '../../training/pytorch-script';
import { stepsKept } from '../../training/steps-kept';
import type { ShownTask } from '../../model/examples/tasks';
import type { RunTrainer } from '../../model/trained/trainer';
import type { Words } from '../../words/words';
import type { CanvasColors } from '../styles/theme';
import { saveFile } from '../save/save-files';
import { HeadWords } from '../head-maps/head-words';

export interface SavedRun {
  readonly recipe: TrainerRecipe;
  /** The step that it begins at: not 0 if its parameters were trained before. */
  readonly first: number;
  readonly step: number;
  readonly curves: Curves;
}

const nameOf = (
  { recipe, step }: Pick<SavedRun, 'recipe' | 'step'>,
  what: string,
  extension: string,
) => fileName([what, recipe.task, `seed${recipe.seed}`, `step${step}`], extension);

export function saveParameters(recipe: TrainerRecipe, { step, parameters }: ParametersNow): void {
  const metadata = { recipe: JSON.stringify(recipe), step: String(step) };
  const bytes = safetensorsOf(Object.entries(parameters), metadata);
  const what = step === 0 ? `${kUntrainedPrefix}-parameters` : 'parameters';
  download(nameOf({ recipe, step }, what, 'safetensors'), bytes, 'application/octet-stream');
}

export function saveRecipe(run: SavedRun): void {
  const text = `${JSON.stringify(run.recipe, null, 2)}\n`;
  download(nameOf(run, 'recipe', 'json'), text, 'application/json');
}

export function saveCsv(run: SavedRun): void {
  download(nameOf(run, 'curves', 'csv'), curvesCsv(run.curves), 'text/csv');
}

/** The archive that the script loads: the same from every step of the run. It names the step of trained parameters. */
const archiveOf = ({ recipe, first }: SavedRun) => {
  const from = first > 0 ? `step${first}` : null;
  return fileName(['training', recipe.task, `seed${recipe.seed}`, from], 'npz');
};

/** `trainer`: one of the run. If another was lost before it, it began at a later step than the run. */
export function trainingScript(
  run: SavedRun,
  { answers, answers_per_place }: Pick<RunTrainer, 'answers' | 'answers_per_place'>,
): string {
  const info = { answers, answers_per_place, first_step: run.first };
  return pytorchTrainingScript(run.recipe, info, archiveOf(run));
}

/** Returns the name of the file. */
export function saveScript(run: SavedRun, script: string): string {
  const name = archiveOf(run).replace(/npz$/, 'py');
  download(name, script, 'text/x-python');
  return name;
}

/** `trainer`: before its first step. */
export async function saveBatches(run: SavedRun, trainer: RunTrainer): Promise<void> {
  const bytes = await pytorchTrainingData(trainer, stepsKept(run.recipe));
  download(archiveOf(run), bytes, 'application/octet-stream');
}

export async function saveSvg(
  run: SavedRun,
  host: Element,
  words: Words,
  task: ShownTask,
): Promise<void> {
  await saveFile(
    'svg',
    {
      name: nameOf(run, 'curves', '').slice(0, -1),
      picture: (colors) => ({ kind: 'curves', ...pictureOf(run, colors, words, task) }),
      result: null,
    },
    host,
    words,
  );
}

function pictureOf(
  { recipe, curves }: SavedRun,
  colors: CanvasColors,
  { training: words, lab, marks }: Words,
  task: ShownTask,
): CurvesPicture {
  const heads = new HeadWords(words, task);
  const end = Math.max(recipe.steps ?? 1, ...curves.loss.map(({ step }) => step));
  const max = Math.max(0.1, ...curves.loss.map(({ value }) => value));
  const points = (curve: readonly CurvePoint[], high = 1) =>
    curve.map(({ step, value }) => ({ x: logStep(step) / logStep(end), y: value / high }));
  const lines: CurveLine[] = [
    {
      label: `${words.curves.loss} (1 = ${formatDecimal(max, 2)})`,
      color: colors.muted,
      width: 1,
      points: points(curves.loss, max),
    },
    { label: words.curves.right, color: colors.ink, width: 1.5, points: points(curves.right) },
    ...curves.heads.map(({ attention, head, points: scores, ink: share }) => ({
      label: lab.headIn(heads.titleOf(attention), head + 1),
      color: arcColor(share, colors),
      width: 1 + 1.5 * share,
      points: points(scores),
    })),
  ];
  return {
    title: `${words.curves.heading}${marks.colon}${words.tasks[task].name}`,
    subtitle: `${words.controls.seed} ${recipe.seed}`,
    lines,
    ticks: stepTicks(end).map((step) => ({
      at: logStep(step) / logStep(end),
      text: step === 0 ? `${words.curves.step} 0` : String(step),
    })),
  };
}
