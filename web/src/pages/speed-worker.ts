/** The worker that measures. Terminating it stops the measurement. */
import type { SpeedMessage, SpeedOrder } from '../speed/run';
import { measureAll } from './speed-run';

const send = (message: SpeedMessage) => postMessage(message);

addEventListener('message', ({ data }: MessageEvent<SpeedOrder>) => {
  void measureAll(data, send, async () => {});
});
