/** The cells of a row: numbers over a canvas that colors them. */
import { html, nothing, type TemplateResult } from 'lit';
import { formatNumber, formatProbability } from '../../../draw/format';
import { formatShort } from '../../../draw/format-short';
import { cellsTop, isOnDark, reachOf } from '../../../draw/pictures/story-lane';
import { type EditPlace, placeKey } from '../../../model/edits/edits';
import type { ShownAnswer } from '../../../model/stages/answers';
import type { Line, Story } from '../../../model/stages/lines';
import type { Words } from '../../../words/words';
import { struck } from '../../parts/struck';

interface CellContext {
  readonly story: Story;
  readonly cursor: string;
  readonly active: string;
  readonly dark: boolean;
  readonly words: Words;
  readonly vocabulary: readonly string[];
}

const textOf = ({ kind }: Line, value: number, reach: number): string =>
  kind === 'bars' ? formatProbability(value) : formatShort(value, reach);

/** The properties of a line that decide the heights of its lane. */
export const laneKind = ({ kind, width }: Line) => ({
  kind: kind === 'bars' ? ('bars' as const) : ('cells' as const),
  width,
});

/** The cells of each slot: one for each number in the columns [from, to). */
export function lineCells(
  line: Line,
  { from, to }: { from: number; to: number },
  context: CellContext,
): TemplateResult {
  const reach = reachOf(line.values);
  const cells = Array.from({ length: line.slots * (to - from) }, (_, i) => {
    const [slot, column] = [Math.floor(i / (to - from)), from + (i % (to - from))];
    const label = slotLabel(line, slot, context.words);
    return numberCell(line, slot * line.width + column, context, { reach, label });
  });
  const { story } = context.words;
  const under = cellsTop(laneKind(line)) === 0 ? '' : 'under';
  const one = line.kind === 'wide' && line.slots === 1 ? 'one' : '';
  return html`<div class="cells ${line.kind} ${under} ${one}" role="none">
    ${cells}${
      one
        ? html`<span class="dimension" aria-hidden="true"
            >${to - from > 1 ? story.dimensionsOf(from + 1, to, line.width) : story.dimensionOf(to, line.width)}</span
          >`
        : nothing
    }
  </div>`;
}

/** Up to this many columns have room for the word "head". */
const kNamedHeads = 6;

/** The label of a slot in a wide line: a head, or a dimension. */
function slotLabel({ kind, key, slots }: Line, slot: number, { lab }: Words) {
  if (kind !== 'wide' || slots === 1) return undefined;
  return key === 'concat' && slots <= kNamedHeads ? lab.head(slot + 1) : `${slot + 1}`;
}

/** All numbers of one slot, wrapped into lines. */
export function openedCells(line: Line, slot: number, context: CellContext): TemplateResult {
  const reach = reachOf(line.values);
  return html`<div class="opened" role="none">
    ${Array.from({ length: line.width }, (_, column) =>
      numberCell(line, slot * line.width + column, context, {
        reach,
        label: `${column + 1}`,
        isOpened: true,
      }),
    )}
  </div>`;
}

interface CellOptions {
  readonly label?: string | undefined;
  /** The largest number of the line, which has the strongest color. */
  readonly reach: number;
  /** Whether the cell is in an opened slot, not over the canvas. */
  readonly isOpened?: boolean;
}

function numberCell(
  line: Line,
  cell: number,
  context: CellContext,
  { label, reach, isOpened = false }: CellOptions,
) {
  const value = line.values[cell]!;
  const old = line.before?.[cell];
  const text = textOf(line, value, reach);
  const before = old === undefined ? text : textOf(line, old, reach);
  const isDark = line.kind !== 'bars' && !isOpened && isOnDark(value, reach, context);
  return gridCell(context, {
    key: `${isOpened ? 'open:' : ''}${line.key}:${cell}`,
    place: line.place?.(cell),
    isReadOnly: !line.place || line.isFixed === true,
    classes: [
      before === text ? '' : 'changed',
      isDark ? 'on-dark' : '',
      value === -Infinity ? 'masked' : '',
    ].join(' '),
    label: value === -Infinity ? context.words.story.hidden : undefined,
    content: html`${
        label === undefined ? nothing : html`<span class="slot">${label}</span>`
      }${before === text ? nothing : struck(before, context.words)}<span>${text}</span>`,
  });
}

interface Cell {
  readonly key: string;
  readonly place?: EditPlace | undefined;
  readonly isReadOnly: boolean;
  readonly classes?: string;
  readonly label?: string | undefined;
  readonly title?: string;
  readonly content: unknown;
}

function gridCell(
  { cursor, active }: CellContext,
  { key, place, isReadOnly, classes, label, title, content }: Cell,
) {
  const ownKey = place && placeKey(place);
  return html`<div
    role="gridcell"
    class="cell ${classes ?? ''} ${isReadOnly ? '' : 'editable'} ${ownKey !== undefined && ownKey === active ? 'active' : ''}"
    data-key=${key}
    data-place=${ownKey ?? nothing}
    tabindex=${key === cursor ? 0 : -1}
    aria-readonly=${isReadOnly}
    aria-label=${label ?? nothing}
    title=${title ?? nothing}
  >
    ${content}
  </div>`;
}

/** The id of each word in the vocabulary. `write` opens the field in which the word can be replaced. */
export function tokenCells(
  ids: readonly number[],
  context: CellContext,
  write: (index: number) => void,
) {
  const hint = context.words.story.writeWord;
  return html`<div class="lane-cells" role="none">
    ${ids.map(
      (id, i) =>
        html`<span
          class="written"
          role="none"
          @click=${() => write(i)}
          @keydown=${(event: KeyboardEvent) => event.key === 'Enter' && write(i)}
          >${gridCell(context, {
            key: `tokens:${i}`,
            isReadOnly: true,
            title: hint,
            content: id < 0 ? '·' : id,
          })}</span
        >`,
    )}
  </div>`;
}

/**
 * The most probable answers: each has a probability, whose gradients can be shown, and a logit, which can be changed.
 */
export function answerCells(answers: readonly ShownAnswer[], context: CellContext) {
  const { words, vocabulary } = context;
  const { probability, fields } = words.story;
  const hasLogits = answers.some(({ logit }) => logit !== undefined);
  return html`<div class="answers table" role="none">
    <span class="heads" role="none"
      ><span>${probability}</span>${hasLogits ? html`<span>${fields.logits}</span>` : nothing}</span
    >
    ${answers.map(({ id, probability: share, logit, before, logitBefore, place }) => {
      const text = formatProbability(share);
      const old = before === undefined ? text : formatProbability(before);
      const logitText = formatShort(logit ?? 0);
      const oldLogit = logitBefore === undefined ? logitText : formatShort(logitBefore);
      return html`<span class="answer" role="none"
        ><bdi>${vocabulary[id]}</bdi>${gridCell(context, {
          key: `probability:${id}`,
          place: { ...place, field: 'log_probabilities' },
          isReadOnly: true,
          classes: 'probability',
          title: probability,
          content: html`${old === text ? nothing : struck(old, words)}<span>${text}</span>`,
        })}${
          logit === undefined
            ? nothing
            : gridCell(context, {
                key: `logit:${id}`,
                place,
                isReadOnly: false,
                title: fields.logits,
                classes: ['logit', oldLogit === logitText ? '' : 'changed'].join(' '),
                content: html`${oldLogit === logitText ? nothing : struck(oldLogit, words)}<span
                    >${logitText}</span
                  >`,
              })
        }</span
      >`;
    })}
  </div>`;
}

/** The similarities of the text to others; the gradients of each can be shown. */
export function similarityCells({ inspection, original }: Story, context: CellContext) {
  return html`<div class="answers compared" role="none">
    ${inspection.similarities?.map(({ text, cosine }, i) => {
      const [now, old = now] = [cosine, original?.similarities?.[i]?.cosine].map((number) =>
        number === undefined ? undefined : formatNumber(number),
      );
      return html`<span class="answer" role="none"
        ><bdi>${text}</bdi>${gridCell(context, {
          key: `similarity:${i}`,
          place: { field: 'similarities', index: [0, 1 + i] },
          isReadOnly: true,
          classes: 'probability',
          content: html`${old === now ? nothing : struck(old!, context.words)}<span>${now}</span>`,
        })}</span
      >`;
    })}
  </div>`;
}
