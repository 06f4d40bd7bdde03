import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { printColors, theme } from '../../../../web/src/elements/styles/theme';

/** The light colors that a style sheet defines first; later rules, such as those for more contrast, replace some. */
const lightColors = (css: string): Record<string, string> =>
  Object.fromEntries(
    [...css.matchAll(/--(?:attention-)?(\w+):[^;]*?light-dark\((#[0-9a-f]{6}),/g)]
      .map(([, name, color]) => [name!, color!] as const)
      .toReversed(),
  );

const onScreen = lightColors(theme.cssText);

it('prints in the light colors of the screen', () => {
  const names = ['ink', 'muted', 'line', 'query', 'accent', 'arc', 'pencil'] as const;
  for (const name of names) expect(onScreen[name], name).toBe(printColors[name]);
});

it('has the colors of the page, except its paper', () => {
  const ofPage = lightColors(readFileSync('web/src/pages/base/page.css', 'utf8'));
  const names = ['ink', 'muted', 'line'] as const;
  for (const name of names) expect(ofPage[name], name).toBe(onScreen[name]);
});
