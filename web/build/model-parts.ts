/** The files of a model as elements of a page: base64 in scripts of a type that no browser runs. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/**
 * Bytes of a file per element. The page decodes one element after the other, so beside the page's text and the decoded
 * model, only one part is in memory.
 */
const kPart = 3 * 2 ** 20;

/** The elements that precede the page's script (about.json), and those that follow it (all other files). */
export function modelParts(folder: string): [about: string, files: string] {
  if (!existsSync(folder))
    throw new Error('expected MiniLM in web/public/models, found none: run npm run model');
  const about = readFileSync(`${folder}/about.json`, 'utf8').replaceAll('<', '\\u003c');
  const names = readdirSync(folder).filter((name) => name !== 'about.json');
  return [
    `<script type="application/json" data-file="about.json">${about}</script>\n`,
    names.map((name) => elementsOf(name, readFileSync(`${folder}/${name}`))).join(''),
  ];
}

function elementsOf(name: string, bytes: Buffer): string {
  let elements = '';
  for (let begin = 0; begin < bytes.length; begin += kPart) {
    const text = bytes.subarray(begin, begin + kPart).toString('base64');
    elements += `\n<script type="application/octet-stream" data-file="${name}">${text}</script>`;
  }
  return elements;
}
