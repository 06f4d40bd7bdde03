/** The playground's page: starts the engine and keeps the address and the playground in step. */
import { createEngine } from '../engine/client';
import '../elements/attention-playground';
import type { AttentionPlayground } from '../elements/attention-playground';
import type { LabResult, LabValue } from '../elements/lab-context';
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

/** Changes of one setting that follow each other this closely are one step of the history. */
const kOneStep = 2000;
let last: { setting: string; at: number } | null = null;
let written: LabState = { ...defaultState };
/** What is computed next was asked for by the address, not by the reader. */
let reading = false;

function readAddress(): void {
  const { state, notice: words } = parseState(location.hash.slice(1));
  notice.textContent = words;
  notice.hidden = words === null;
  written = state;
  reading = true;
  playground.state = state;
}

function writeAddress({ asked: answered, state }: LabResult): void {
  // Still the answer to what was asked before the address changed.
  if (reading && formatState(answered) !== formatState(written)) return;
  const setting = (Object.keys(defaultState) as (keyof LabState)[]).find(
    (name) => written[name] !== state[name],
  );
  const asked = reading;
  written = state;
  reading = false;
  if (setting === undefined) return;
  const goesOn = last?.setting === setting && performance.now() - last.at < kOneStep;
  last = asked ? null : { setting, at: performance.now() };
  notice.hidden ||= !asked;
  // A link may ask for the tenth token of six: the address is put right, without a step back to it.
  if (asked || goesOn) history.replaceState(null, '', `#${formatState(state)}`);
  else history.pushState(null, '', `#${formatState(state)}`);
}

playground.addEventListener('attention-result', (event) => {
  const { result, problem } = (event as CustomEvent<LabValue>).detail;
  if (result && !problem) writeAddress(result);
});
addEventListener('popstate', readAddress);
readAddress();
