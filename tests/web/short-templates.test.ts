/** Shortened templates say the same. */
import { expect, it } from 'vitest';
import { shortTemplates } from '../../web/short-templates';

it('styles lose comments and indentation; selectors, values and expressions stay', () => {
  const source = `export const styles = css\`
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
\`;`;
  expect(shortTemplates(source)).toBe(
    "export const styles = css` .a :is(b, c), .a > d:hover{margin: calc(${kWide} * 1px + 2px) ${kWide}px;content: 'x /';}@media (width > 54rem){${inner} .b{--gap: 0;}}`;",
  );
});

it('markup loses indentation, within expressions too; other texts keep theirs', () => {
  const source = `const one = html\`<p>
    a \${all.map((b) => html\`<i>
      \${b}  c
    </i>\`)}
  </p>\`;
const script = \`for i in x:
    print(i)\`;`;
  expect(shortTemplates(source)).toBe(`const one = html\`<p>
a \${all.map((b) => html\`<i>
\${b}  c
</i>\`)}
</p>\`;
const script = \`for i in x:
    print(i)\`;`);
});
