/** The playground's page: starts the engine and keeps the address and the playground in step. */
import { createEngine } from '../engine/client';
import '../elements/attention-playground';
import type { AttentionPlayground } from '../elements/attention-playground';
import type { LabValue } from '../elements/lab-context';
import { defaultState, formatState, parseState, type LabState } from '../state';

const playground = document.querySelector<AttentionPlayground>('attention-playground')!;
const notice = document.querySelector<HTMLElement>('#notice')!;

let engine = createEngine();
playground.engine = engine;
playground.addEventListener('attention-retry', (event) => {
  event.preventDefault();
  engine.then((old) => old.close()).catch(() => {});
  engine = createEngine();
  playground.engine = engine;
});

// Before the views draw themselves again, for paper.
const { style } = document.documentElement;
addEventListener('beforeprint', () => style.setProperty('color-scheme', 'light'), true);
addEventListener('afterprint', () => style.removeProperty('color-scheme'), true);

/** Changes of one setting that follow each other this closely are one step of the history. */
const kOneStep = 2000;
let last: { setting: string; at: number } | null = null;
let written: LabState | null = null;

function readAddress(): void {
  const { state, notice: words } = parseState(location.hash.slice(1));
  notice.textContent = words;
  notice.hidden = words === null;
  written = words === null ? state : null;
  playground.state = state;
}

function writeAddress(state: LabState): void {
  const before = written;
  written = state;
  if (before === null) return;
  const setting = (Object.keys(defaultState) as (keyof LabState)[]).find(
    (name) => before[name] !== state[name],
  );
  if (setting === undefined) return;
  const goesOn = last?.setting === setting && performance.now() - last.at < kOneStep;
  last = { setting, at: performance.now() };
  const address = `#${formatState(state)}`;
  if (goesOn) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
}

playground.addEventListener('attention-result', (event) => {
  const { result, problem } = (event as CustomEvent<LabValue>).detail;
  if (result && !problem) writeAddress(result.state);
});
addEventListener('popstate', readAddress);
readAddress();
