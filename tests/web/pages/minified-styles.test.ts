import { expect, it } from 'vitest';
import { minifiedStyles } from '../../../web/minified-styles';

const minified = (code: string, id = '/web/src/elements/a.ts') => {
  const transform = minifiedStyles().transform as (
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
  expect(minified(code)).toBe(`
    /* a comment of the script */
    const styles = css\`:host{margin:0 1px}\`;
    const text = html\`  /* \${shown} */  \`;`);
  expect(minified(code, '/web/src/draw/a.ts')).toBeUndefined();
});

it('styles with values of the script or escapes, and parts of styles, stay as they are', () => {
  for (const styles of [
    'p { margin: ${margin}; }',
    "p::after { content: '\\\\2026'; }",
    '37.5rem',
  ]) {
    const code = `const styles = css\`${styles}\`;`;
    expect(minified(code)).toBe(code);
  }
});
