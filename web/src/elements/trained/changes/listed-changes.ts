/** A list of all the visitor's changes of a model, in words. Loads with the first change. */
import type { NamedTensors } from '../../../engine/client/engine';
import { formatNumber } from '../../../draw/format';
import { maskOf, positionsOf } from '../../../model/stages/attentions';
import { withoutEdit } from '../../../model/edits/edit-list';
import { fieldName, type Edit } from '../../../model/edits/edits';
import { numberAt } from '../../../model/stages/lines';
import { hasNumbers } from '../../../model/edits/parameter-edits';
import { withoutChange, type ForcedExampleRow } from '../../../model/changes/visitor-changes';
import { exampleView, querySpans } from '../../../model/examples/example-view';
import { placedTokens } from '../../../model/tokens/placed-tokens';
import { taskRow } from '../../../model/examples/tasks';
import '../../../words/add-changes';
import '../../../words/add-story';
import '../../../words/add-views';
import type { Words } from '../../../words/words';
import type { ListedChange } from '../../story/editor/attention-changes';
import '../../story/editor/attention-changes';
import { editedNumber, numberName } from '../../story/names/number-name';
import { HeadWords } from '../../head-maps/head-words';
import { placeNames } from '../../digits/place-names';
import { exampleNames } from './example-names';
import type { ModelSession } from '../session/model-session';

export function listedChanges(session: ModelSession, words: Words): ListedChange[] {
  if (!session.result) return [];
  const all = [settings(session, words), heads(session, words), rows(session, words)];
  return [...all.flat(), ...numbers(session, words)];
}

/** The mask and the positions. */
function settings(session: ModelSession, { trained: { line } }: Words): ListedChange[] {
  const { mask, positions } = session.shownState;
  const { config } = session.result!.loaded.info;
  const ownMask = maskOf(config);
  const ownPositions = positionsOf(config);
  const changed: ListedChange[] = [];
  if (mask !== null && mask !== ownMask)
    changed.push({
      name: line.mask,
      before: line.masks[ownMask],
      now: line.masks[mask],
      undo: () => session.changeShown({ mask: null }),
    });
  if (positions !== null && positions !== ownPositions)
    changed.push({
      name: line.positions,
      before: line.place[ownPositions],
      now: line.place.none,
      undo: () => session.changeShown({ positions: null }),
    });
  return changed;
}

/** Heads that are switched off: an attention without any is one change. */
function heads(session: ModelSession, words: Words): ListedChange[] {
  const { changes } = session.shownState;
  const { on, off } = words.trained.line.heads;
  const names = new HeadWords(words.training, session.task);
  const attentions = [...new Set(changes.off.map(({ attention }) => attention))];
  return attentions.flatMap((attention): ListedChange[] => {
    const title = names.titleOf(attention);
    const places = changes.off.filter((place) => place.attention === attention);
    const count = session.result!.examples[0]?.original?.example.weights[attention]?.shape[0] ?? 1;
    const common = { before: on, now: off };
    if (places.length === count) {
      const rest = changes.off.filter((place) => place.attention !== attention);
      const undo = () => session.changeShown({ changes: { ...changes, off: rest } });
      return [{ name: title, ...common, undo }];
    }
    return places.map((place) => ({
      name: words.lab.headIn(title, place.head + 1),
      ...common,
      undo: () => session.toggle(place),
    }));
  });
}

/** Rows of weights that look at one word only. */
function rows(session: ModelSession, words: Words): ListedChange[] {
  const { changes } = session.shownState;
  const titles = new HeadWords(words.training, session.task);
  const texts = [0, 1].map((i) => wordsOf(session, i));
  const { example, own } = words.trained;
  const examples = [...exampleNames(texts[0]!, texts[1]!, example), own.ownExample];
  return changes.row.flatMap((row): ListedChange[] => {
    const inspection = session.inspection(row.example);
    if (!inspection) return [];
    const places = isImage(session)
      ? placeNames(words)
      : placedTokens(wordsOf(session, row.example));
    const { queries, keys } = isImage(session)
      ? { queries: { from: 0 }, keys: { from: 0 } }
      : querySpans(inspection, row.attention);
    const head = words.lab.headIn(titles.titleOf(row.attention), row.head + 1);
    const word = places[queries.from + row.query] ?? `${row.query + 1}`;
    return [
      {
        name: words.changes.row(head, word, examples[row.example]!),
        now: words.changes.looksAt(places[keys.from + row.key] ?? `${row.key + 1}`),
        undo: () => session.changeShown({ changes: without(session, row) }),
      },
    ];
  });
}

const without = (session: ModelSession, row: ForcedExampleRow) =>
  withoutChange(session.shownState.changes, 'row', row);

const isImage = ({ task }: ModelSession) => taskRow(task).images !== undefined;

/** The words of an example; an image has none. */
function wordsOf(session: ModelSession, example: number): readonly string[] {
  const inspection = session.inspection(example);
  return inspection ? exampleView(inspection).words : [];
}

/** Numbers that are replaced or multiplied, as they are in the example of the story. */
function numbers(session: ModelSession, words: Words): ListedChange[] {
  const { current: result, storyExample } = session;
  const { edits } = session.shownState;
  const { loaded, examples } = result!;
  const { original } = examples[storyExample] ?? {};
  if (!original || edits.length === 0) return [];
  const { config, answers: vocabulary } = loaded.info;
  const { tokens, target_tokens } = original.example;
  const source = isImage(session) ? placeNames(words) : tokens;
  const placed = { source: placedTokens(source), target: placedTokens(target_tokens) };
  const naming = { config, placed, inputs: loaded.inputs, vocabulary, words };
  const tensors: NamedTensors = {
    ...loaded.parameters,
    ...original.model.trace,
    logits: original.model.logits,
  };
  const before = (edit: Edit) => {
    const isRelative = edit.multiplies || edit.adds;
    const value = isRelative ? undefined : numberAt(original.model, edit, loaded.parameters);
    return value === undefined ? undefined : formatNumber(value);
  };
  const { notInSentence } = words.changes;
  return edits.map((edit, i) => ({
    name: numberName(edit, naming, tensors[fieldName(edit)]?.shape.at(-1)),
    before: before(edit),
    now: `${editedNumber(edit)}${hasNumbers(edit, tensors) ? '' : ` ${notInSentence}`}`,
    undo: () => session.changeShown({ edits: withoutEdit(session.shownState.edits, i) }),
  }));
}
