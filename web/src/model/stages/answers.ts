/** The answers that a story shows at its end: the most probable ones, with their logits. */
import type { EditPlace } from '../edits/edits';
import { part, type Story, type StoryInspection } from './lines';

export interface ShownAnswer {
  readonly id: number;
  readonly probability: number;
  /** Absent where the model has no logits to change. */
  readonly logit: number | undefined;
  /** The number without edits. */
  readonly before: number | undefined;
  readonly logitBefore: number | undefined;
  readonly place: EditPlace;
  /** The gradient with respect to the logit. */
  readonly gradient: number | undefined;
}

/** The place of the logits that are shown. */
export function answeredPlace({ config, query, answered = query }: Story): number {
  const { readout = 'every_place', head = true } = config;
  return !head || readout === 'every_place' ? answered : 0;
}

/** The most probable answers for the chosen word, and the most probable one before the edits. */
export function answersOf(story: Story): ShownAnswer[] {
  const { inspection, original, gradients } = story;
  const row = answeredPlace(story);
  const ids = (inspection.answers[row] ?? []).map(({ id }) => id);
  const first = original?.answers[row]?.[0]?.id;
  if (first !== undefined && !ids.includes(first)) ids.push(first);
  const probability = ({ probabilities, answers }: StoryInspection, id: number) =>
    probabilities
      ? part({ probabilities }, ['probabilities', [0, row, id]])?.[0]
      : answers[row]?.find((answer) => answer.id === id)?.probability;
  const logit = (of: StoryInspection | undefined, id: number) =>
    of?.logits && part({ logits: of.logits }, ['logits', [0, row, id]])?.[0];
  return ids.map((id) => ({
    id,
    probability: probability(inspection, id) ?? 0,
    logit: logit(inspection, id),
    before: original && probability(original, id),
    logitBefore: logit(original, id),
    place: { field: 'logits', index: [0, row, id] },
    gradient: gradients && part(gradients.d_fields, ['logits', [0, row, id]])?.[0],
  }));
}
