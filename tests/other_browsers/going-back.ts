/**
 * The playground after a visit to another page: going back restores the page that the browser has kept (bfcache), with
 * its worker. Of our browsers only WebKit keeps pages while it is automated.
 */
import type { MainPath } from './paths.ts';
import type { Tab } from './tab.ts';
import { becomes, click } from './views.ts';
import { expectBars, expectWeights, weightsOf } from './weights.ts';

const flies = ['time', 'flies', 'like', 'an', 'arrow'];
const cat = ['the', 'cat', 'sat'];

interface Marked {
  isKept?: boolean;
}

/** Leaves the page after this call, because a page that is gone cannot answer it. */
const leave = (tab: Tab, to: string) =>
  tab.run((_, to) => {
    setTimeout(() => (to === 'back' ? history.back() : location.assign(to)));
  }, to);

export const goingBack: MainPath = {
  name: 'playground: restored by going back, it has its numbers, and follows a head and a sentence',
  async walk(tab, site) {
    await tab.open(`${site}/playground.html`);
    await click(tab, 'textarea');
    await tab.retype('Time flies like an arrow');
    const first = await weightsOf({ words: flies, mask: 'none', head: 0 });
    await expectWeights(tab, first);
    await tab.run(() => void Object.assign(globalThis, { isKept: true }));
    await leave(tab, './proof.html');
    await becomes(() => tab.run(() => location.pathname), '/proof.html');
    await leave(tab, 'back');
    await becomes(() => tab.run(() => location.pathname), '/playground.html');
    await becomes(() => tab.run(() => (globalThis as Marked).isKept ?? false), true);
    await expectWeights(tab, first);
    await click(tab, 'attention-heads', '[role=radio]:nth-of-type(2)');
    const second = await weightsOf({ words: flies, mask: 'none', head: 1 });
    await expectWeights(tab, second);
    await expectBars(tab, second.at(-1)!);
    await click(tab, 'textarea');
    await tab.retype('The cat sat');
    await expectWeights(tab, await weightsOf({ words: cat, mask: 'none', head: 1 }));
  },
};
