/** Shortened styles say the same. */
import { expect, it } from 'vitest';
import { shortStyles } from '../../web/short-styles';

it('styles lose comments and indentation; selectors, values and expressions stay', () => {
  const source = `const kWide = 3;
export const styles = css\`
  /* Why; and { how }. */
  .a :is(b, c),
  .a > d:hover {
    margin: calc(\${kWide} * 1px + 2px) \${kWide}px;
    content: 'x  /';
  }
  @media (width > 54rem) {
    \${inner} .b {
      --gap: 0;
    }
  }
\`;
const other = html\`<p>
  a; b
</p>\`;`;
  expect(shortStyles(source)).toBe(`const kWide = 3;
export const styles = css\`.a :is(b, c), .a > d:hover{margin: calc(\${kWide} * 1px + 2px) \${kWide}px;content: 'x /';}@media (width > 54rem){\${inner} .b{--gap: 0;}}\`;
const other = html\`<p>
  a; b
</p>\`;`);
});
