import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { sceneOf as sceneOfPicture } from '../../../../web/src/draw/pictures/picture';
import type { Scene } from '../../../../web/src/draw/scene/scene';
import { sceneToSvg } from '../../../../web/src/draw/scene/to-svg';
import { sheet } from '../sheet';

/** Parses with Python: every element with its attributes and its own text. */
function parsed(svg: string): [tag: string, attributes: Record<string, string>, text: string][] {
  const program = `
import json, sys, xml.etree.ElementTree as tree
root = tree.fromstring(sys.stdin.buffer.read())
print(json.dumps([[e.tag, e.attrib, e.text or ''] for e in root.iter()]))`;
  return JSON.parse(execFileSync('python3', ['-c', program], { input: svg, encoding: 'utf8' }));
}

const svgName = (tag: string) => `{http://www.w3.org/2000/svg}${tag}`;

/** Hostile text, and the text that a parser must read back. */
const hostile: [written: string, read: string][] = [
  ['</text><script>alert(1)</script>', '</text><script>alert(1)</script>'],
  [`"><image href='x'/>`, `"><image href='x'/>`],
  [']]>', ']]>'],
  ['<![CDATA[x]]>', '<![CDATA[x]]>'],
  ['<!-- --', '<!-- --'],
  ['&amp; &lt; &#0; &nope;', '&amp; &lt; &#0; &nope;'],
  ['<!DOCTYPE a [<!ENTITY b "c">]>', '<!DOCTYPE a [<!ENTITY b "c">]>'],
  ['<?xml-stylesheet href="x"?>', '<?xml-stylesheet href="x"?>'],
  ['nul \0 bell \x07 escape \x1b del \x7f', 'nul � bell � escape � del \x7f'],
  ['lone \ud800 and \udc00', 'lone � and �'],
  ['non-characters \ufffe \uffff', 'non-characters � �'],
  ['😀 𝔘 \u202e right \u2067 to left', '😀 𝔘 \u202e right \u2067 to left'],
  ['שלום עולם مرحبا', 'שלום עולם مرحبا'],
  ['combining e\u0301\u0301\u0301\u0301', 'combining e\u0301\u0301\u0301\u0301'],
  ['x'.repeat(8000), 'x'.repeat(8000)],
  ['javascript:alert(1)', 'javascript:alert(1)'],
];

function sceneOf(text: string): Scene {
  const font = `"${text.slice(0, 40)}", sans-serif`;
  return {
    width: 100,
    height: 50,
    title: text,
    description: text,
    paper: '#ffffff',
    fonts: { sans: font, serif: font },
    shapes: [
      {
        kind: 'text',
        x: 1,
        y: 2,
        text,
        size: 12,
        fill: '#000000',
        family: 'serif',
        halo: '#ffffff',
      },
      { kind: 'rect', x: 1, y: 2, width: 3, height: 4, stroke: text.slice(0, 40) },
      { kind: 'path', x: 0, y: 0, d: 'M0 0h1', stroke: '#000000' },
    ],
  };
}

describe('a scene as SVG', () => {
  it.each(hostile)('keeps %j as text and contains only shapes', (written, read) => {
    const svg = sceneToSvg(sceneOf(written));
    const elements = parsed(svg);
    expect(elements.map(([tag]) => tag)).toEqual(
      ['svg', 'title', 'desc', 'rect', 'text', 'rect', 'path'].map(svgName),
    );
    expect(elements[1]![2]).toBe(read);
    expect(elements[2]![2]).toBe(read);
    expect(elements[4]![2]).toBe(read);
    for (const [, attributes] of elements)
      for (const name of Object.keys(attributes)) expect(name).not.toMatch(/^on|href|style|^src/);
  });

  it('starts with its title, and has the size of the scene', () => {
    const [root, title] = parsed(sceneToSvg(sceneOf('Weights')));
    expect(root![1]).toMatchObject({
      width: '100',
      height: '50',
      viewBox: '0 0 100 50',
      role: 'img',
    });
    expect(title).toEqual([svgName('title'), {}, 'Weights']);
  });

  it('has the same elements for hostile tokens as for harmless ones', () => {
    const svgOf = (tokens: readonly string[]) => {
      const count = tokens.length;
      const data = Float32Array.from({ length: count * count }, (_, i) => i / count ** 2);
      return sceneToSvg(
        sceneOfPicture(
          {
            kind: 'heatmap',
            title: tokens.join(' '),
            matrix: { rows: count, columns: count, data },
            coloring: { scale: 'sequential', reach: 1, masks: null },
            rowLabels: tokens,
            columnLabels: tokens,
            query: 0,
            min: 0,
            max: 1,
            largestCell: 84,
          },
          sheet,
        ),
      );
    };
    const bad = parsed(svgOf(hostile.map(([written]) => written)));
    const good = parsed(svgOf(hostile.map(() => 'token')));
    expect(bad.map(([tag]) => tag).sort()).toEqual(good.map(([tag]) => tag).sort());
  });
});
