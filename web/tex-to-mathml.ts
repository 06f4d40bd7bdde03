/** `<tex-math>...</tex-math>` in a page becomes MathML when it is built: nothing to load for it. */
import katex from 'katex';
import { mathCharacters } from './math-font.ts';

export function texToMathml(html: string): string {
  return html.replace(/<tex-math( display)?\s*>(.*?)<\/tex-math\s*>/gs, (_, display, tex: string) =>
    render(tex, Boolean(display)),
  );
}

function render(tex: string, displayMode: boolean): string {
  const mathml = katex.renderToString(tex, { output: 'mathml', displayMode });
  // The TeX itself, for copying, is not shown.
  const shown = mathml.replace(/<annotation.*?<\/annotation>/gs, '').replace(/<[^>]*>/g, '');
  for (const character of shown.replace(/&[a-z]+;|\s|[\u2060-\u2064]/g, ''))
    if (!mathCharacters.includes(character))
      throw new Error(`web/math-font.ts lacks “${character}” of the formula ${tex}`);
  return displayMode ? `<div class="formula">${mathml}</div>` : mathml;
}
