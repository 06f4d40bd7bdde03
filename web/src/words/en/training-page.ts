/** English texts that only the training page needs. Code that uses them imports add-training-page.ts. */
import { ownText } from './own-text';

export const trainingPage = {
  trainingTitle: 'Watch a head learn where to look',
  trainingIntro:
    'A model of a few thousand numbers is trained in this page, from random numbers on. Press play; go back and forth; choose any word.',
  ownText,
  announced: {
    named: (head: string, name: string, step: number) =>
      `Step ${step}: ${head} has earned the name ${name}.`,
    finished: (step: number, right: string) =>
      `Finished at step ${step}: ${right} of the answers are right.`,
    lost: 'The engine stopped. The run goes on from the same step.',
  },
  keep: {
    heading: 'Keep it',
    parameters: 'Parameters, safetensors',
    recipe: 'Recipe, JSON',
    csv: 'Curves, CSV',
    svg: 'Curves, SVG',
    pytorch: 'Copy as PyTorch',
    npz: 'Data for PyTorch, NPZ',
  },
  compare: {
    heading: 'Two runs from one seed',
    hint: 'Both runs see the same examples. They differ in one choice.',
    what: 'What differs',
    choices: {
      heads: '1 head against 8',
      positions: 'with and without positions',
      bottleneck: 'narrow values against wide ones',
      penalty: 'with and without the penalty',
      decay: 'with and without weight decay',
      embedding: 'large embeddings against small ones',
    },
    places: 'Places at once',
    start: 'Train both',
    stop: 'Stop',
    run: (name: string, right: string, score: string): readonly unknown[] => [
      name,
      ': ',
      right,
      ' right, best head ',
      score,
    ],
    seeds: 'Try ten seeds',
    clean: (clean: number, right: number, seeds: number) =>
      `Of ${seeds} seeds, ${right} are right (at least 95%), and in ${clean} a head can be read (above 0.8).`,
  },
};
