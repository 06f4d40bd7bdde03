/** The page of speed: measures what the reader chooses, in a worker that ends when it is told to. */
import '../elements/speed/attention-speed';
import type { AttentionSpeed } from '../elements/speed/attention-speed';
import type { Figures } from '../speed/figures';
import figures from '../speed/figures.json';
import {
  startedReport,
  stoppedReport,
  withMessage,
  type SpeedMessage,
  type SpeedOrder,
} from '../speed/report';
import { browserName } from './browser-name';

const element = document.querySelector<AttentionSpeed>('attention-speed')!;
element.figures = figures satisfies Figures;
element.browser = browserName();

let end = () => {};

function start(order: SpeedOrder): void {
  let running = true;
  let heard = false;
  end = () => {
    running = false;
    worker?.terminate();
  };
  const hear = (message: SpeedMessage) => {
    if (!running) return;
    heard = true;
    element.report = withMessage(element.report, message);
    if (message.kind === 'done' || message.kind === 'broken') end();
  };
  element.report = startedReport(order);
  const worker = open();
  if (!worker) return onThisThread();
  worker.onmessage = ({ data }: MessageEvent<SpeedMessage>) => hear(data);
  worker.onerror = (event) => {
    worker.terminate();
    if (heard) hear({ kind: 'broken', problem: event.message || 'the worker failed' });
    else onThisThread();
  };
  worker.postMessage(order);

  function onThisThread() {
    import('./speed-run')
      .then(({ measureAll }) => measureAll(order, hear, turn))
      .catch((error: Error) => hear({ kind: 'broken', problem: error.message }));
  }
  /** Of the event loop: in it the page is drawn and Stop is heard. */
  async function turn() {
    await new Promise((resolve) => setTimeout(resolve));
    if (!running) await new Promise(() => {});
  }
}

/** null where the page's policy or the browser refuses workers. */
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
  element.report = stoppedReport(element.report);
});
