import { expect, it } from 'vitest';
import { shortStyles } from '../../../web/short-styles';

const shortened = (code: string, id = '/web/src/elements/a.ts') => {
  const transform = shortStyles().transform as (
    code: string,
    id: string,
  ) => { code: string } | null;
  return transform(code, id)?.code;
};

it('styles lose their comments and indents, and nothing else changes', () => {
  const code = `
    /* a comment of the script */
    const styles = css\`
      :host {
        /* why
           it is so */
        margin: 0 1px; /* and this */
      }
    \`;
    const text = html\`  /* \${shown} */  \`;`;
  expect(shortened(code)).toBe(`
    /* a comment of the script */
    const styles = css\` :host { margin: 0 1px; } \`;
    const text = html\`  /* \${shown} */  \`;`);
  expect(shortened(code, '/web/src/draw/a.ts')).toBeUndefined();
});
