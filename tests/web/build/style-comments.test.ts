import { expect, it } from 'vitest';
import { shortStyles } from '../../../web/build/style-comments.ts';

it('ships styles without comments and indentation, and changes nothing else', () => {
  const styles =
    'css`\n  :host {\n    /* two\n       lines */\n    inset: ${a} * 2 / 3;\n  }\n  /* one */ p {}\n`';
  expect(shortStyles(styles)).toBe('css`\n:host {\ninset: ${a} * 2 / 3;\n}\np {}\n`');
});
