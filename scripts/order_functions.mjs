/**
 * Puts functions that are alike beside each other. gzip looks back 32 kB only, so the same code takes a twentieth less
 * to download.
 *
 * Each function after those that share most runs of bytes with it, for its length: orders to choose from, since
 * moving functions renumbers them, which may part what was alike.
 */
export function* ordersOfTheAlike(bodies) {
  yield [...bodies.keys()];
  for (const run of [4, 5, 6]) {
    const alike = likeness(bodies, run);
    for (const mostSharers of [20, 30, 60, 120]) yield alikeFirst(bodies, alike, mostSharers);
  }
}

/** The runs of so many bytes in each function, and the functions that have each. */
function likeness(bodies, kRun) {
  const runs = bodies.map((body) => {
    const found = new Set();
    for (let i = 0; i + kRun <= body.length; i++) found.add(body.toString('latin1', i, i + kRun));
    return found;
  });
  const sharers = new Map();
  runs.forEach((found, i) => {
    for (const run of found) sharers.get(run)?.push(i) ?? sharers.set(run, [i]);
  });
  return { runs, sharers };
}

/** A run that more functions have says nothing. */
function alikeFirst(bodies, { runs, sharers }, kMaxSharers) {
  const kRecent = 12;
  const left = new Set(bodies.keys());
  const order = [];
  let next = 0;
  while (next !== undefined) {
    order.push(next);
    left.delete(next);
    const shared = new Map();
    for (const recent of order.slice(-kRecent)) {
      for (const run of runs[recent]) {
        const others = sharers.get(run);
        if (others.length > kMaxSharers) continue;
        for (const i of others) if (left.has(i)) shared.set(i, (shared.get(i) ?? 0) + 1);
      }
    }
    let most = 0;
    next = left.values().next().value;
    for (const [i, count] of shared) {
      const share = count / (bodies[i].length + 20);
      if (share > most) [most, next] = [share, i];
    }
  }
  return order;
}

/**
 * The order with some functions elsewhere, others each time it is called with another number: what is left to luck,
 * which function gets which number, is tried out.
 */
export function withSomeMoved(order, number) {
  // Steps of a generator of whole numbers below 2^31: the same on every machine.
  let state = number;
  const below = (limit) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >> 8) % limit;
  };
  for (let i = 0; i < 4; i++) below(2);
  const count = Math.min(1 + below(16), order.length);
  const left = [...order];
  const moved = left.splice(below(order.length - count + 1), count);
  left.splice(below(left.length + 1), 0, ...moved);
  return left;
}
