/** Runs all measurements of an order, in a worker or, if there is none, on the main thread. */
import { runOrder } from '../measure/run';
import { sentProblem } from '../speed/problem';
import type { SpeedMessage, SpeedOrder } from '../speed/run';
import { loadEngine } from './speed-engine';

export async function measureAll(
  order: SpeedOrder,
  send: (message: SpeedMessage) => void,
  pause: () => Promise<void>,
): Promise<void> {
  try {
    await runOrder(order, await loadEngine(), send, pause);
  } catch (error) {
    send({ kind: 'broken', problem: sentProblem(error as Error) });
  }
}
