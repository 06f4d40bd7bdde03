/** Converts `<tex-math>...</tex-math>` in a page to MathML at build time. */
import katex from 'katex';
import { mathCharacters } from './math-font.ts';

export function texToMathml(html: string): string {
  return html.replace(/<tex-math( display)?\s*>(.*?)<\/tex-math\s*>/gs, (_, display, tex: string) =>
    render(tex, Boolean(display)),
  );
}

function render(tex: string, displayMode: boolean): string {
  const mathml = katex.renderToString(tex, { output: 'mathml', displayMode });
  // The annotation with the TeX source is not rendered.
  const rendered = mathml.replace(/<annotation.*?<\/annotation>/gs, '').replace(/<[^>]*>/g, '');
  for (const character of rendered.replace(/&[a-z]+;|\s|[\u2060-\u2064]/g, ''))
    if (!mathCharacters.includes(character))
      throw new Error(
        `expected only characters of web/build/math-font.ts, got “${character}” in ${tex}`,
      );
  return displayMode ? `<div class="formula">${mathml}</div>` : mathml;
}
