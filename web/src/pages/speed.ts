/** The speed page: measures the chosen operations in a worker, which Stop terminates. */
import '../elements/speed/attention-speed';
import type { AttentionSpeed } from '../elements/speed/attention-speed';
import { refusal } from '../engine/checks/refusal';
import type { Figures } from '../speed/figures';
import figures from '../speed/figures.json';
import { sentProblem } from '../speed/problem';
import {
  startedRun,
  stoppedRun,
  withMessage,
  type SpeedMessage,
  type SpeedOrder,
} from '../speed/run';
import { browserName } from './base/browser-name';
import { keepLanguage } from './base/page-language';

const element = document.querySelector<AttentionSpeed>('attention-speed')!;
element.figures = figures satisfies Figures;
element.browser = browserName();
keepLanguage(element);

let end = () => {};

function start(order: SpeedOrder): void {
  let running = true;
  let hasReported = false;
  end = () => {
    running = false;
    worker?.terminate();
  };
  const receive = (message: SpeedMessage) => {
    if (!running) return;
    hasReported = true;
    element.run = withMessage(element.run, message);
    if (message.kind === 'done' || message.kind === 'broken') end();
  };
  element.run = startedRun(order);
  const worker = open();
  if (!worker) return onThisThread();
  worker.onmessage = ({ data }: MessageEvent<SpeedMessage>) => receive(data);
  worker.onerror = (event) => {
    worker.terminate();
    if (hasReported) receive({ kind: 'broken', problem: sentProblem(workerProblem(event)) });
    else onThisThread();
  };
  worker.postMessage(order);

  function onThisThread() {
    import('./speed-run')
      .then(({ measureAll }) => measureAll(order, receive, turn))
      .catch((error: Error) => receive({ kind: 'broken', problem: sentProblem(error) }));
  }
  /** Yields to the event loop, so that the page renders and Stop works. */
  async function turn() {
    await new Promise((resolve) => setTimeout(resolve));
    if (!running) await new Promise(() => {});
  }
}

/** The browser's own error message, or a note that it gave none. */
const workerProblem = ({ message }: ErrorEvent) =>
  message ? new Error(message) : refusal('the worker failed');

/** Null if the page's policy or the browser does not allow workers. */
function open(): Worker | null {
  try {
    return new Worker(new URL('./speed-worker.ts', import.meta.url), { type: 'module' });
  } catch {
    return null;
  }
}

element.addEventListener('attention-speed-start', (event) =>
  start((event as CustomEvent<SpeedOrder>).detail),
);
element.addEventListener('attention-speed-stop', () => {
  end();
  element.run = stoppedRun(element.run);
});
