/** Calls on this thread wait for no timer, and the event loop gets turns between many calls. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { HostMessage } from '../../../../web/src/engine/transport/protocol';
import { hostOnThisThread } from '../../../../web/src/engine/transport/this-thread';

const request: HostMessage = { kind: 'request', id: 1, verb: 'verb', arguments: [] };
let clock: number;
beforeEach(() => {
  clock = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => clock);
});
afterEach(() => vi.unstubAllGlobals());

/**
 * Makes `count` consecutive calls that take `time` each. Returns the number of calls in each turn of the event loop.
 */
async function callsInTurns(count: number, time: number): Promise<number[]> {
  const turns = [0];
  let hasEnded = false;
  const ended = new Promise<void>((resolve) => {
    const host = hostOnThisThread(
      (send) => () => {
        clock += time;
        turns[turns.length - 1]!++;
        send({ kind: 'started' });
      },
      () => {
        if (--count > 0) return host.post(request);
        hasEnded = true;
        resolve();
      },
    );
    host.post(request);
  });
  const countTurn = () => {
    if (hasEnded) return;
    turns.push(0);
    setImmediate(countTurn);
  };
  setImmediate(countTurn);
  await ended;
  return turns.filter((calls) => calls > 0);
}

it('small calls run in one turn of the event loop', async () => {
  expect(await callsInTurns(100, 0.01)).toEqual([100]);
});

it('the event loop gets a turn after 8 ms of calls', async () => {
  expect(await callsInTurns(10, 2)).toEqual([4, 4, 2]);
});

it('the event loop gets a turn after each long call', async () => {
  expect(await callsInTurns(3, 500)).toEqual([1, 1, 1]);
});

/** Waits until everything that the host has put off to the next turn has run. */
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

it('no call is answered before it returns, nor after closing', async () => {
  const receive = vi.fn();
  const host = hostOnThisThread((send) => () => send({ kind: 'started' }), receive);
  for (const _ of ['in the next turn', 'in this one']) {
    receive.mockClear();
    host.post(request);
    expect(receive).not.toHaveBeenCalled();
    await nextTurn();
    expect(receive).toHaveBeenCalledOnce();
  }
  host.post(request);
  host.close();
  await nextTurn();
  expect(receive).toHaveBeenCalledOnce();
});

it('a browser’s turn is a message, not a timer', async () => {
  vi.stubGlobal('setImmediate', undefined);
  const timer = vi.spyOn(globalThis, 'setTimeout');
  const received = new Promise<void>((resolve) => {
    hostOnThisThread(
      (send) => () => send({ kind: 'started' }),
      () => resolve(),
    ).post(request);
  });
  await received;
  expect(timer).not.toHaveBeenCalled();
});
