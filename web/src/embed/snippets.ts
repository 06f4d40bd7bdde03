/** The code to paste for each way to embed: an iframe, the custom elements, the offline file. */
import { textOf } from '../settings/field';
import { settingRow, settingNames } from '../settings/playground';
import { defaultState } from '../settings/state';
import { formatEmbedding, isMatrix, type Embedding, type View } from './embedding';
import type { ModelEmbedding } from './model-embedding';

export type ShownEmbedding = Pick<Embedding, 'state' | 'views' | 'lang'> &
  Partial<Pick<Embedding, 'hide' | 'theme'>>;

/** Pixels of a frame whose content has not been measured. */
export const kFrameHeight = 720;

/** `site` is the URL of the lab's files and ends with a slash. */
export function frameSnippet(
  site: string,
  embedding: ShownEmbedding,
  height = kFrameHeight,
): string {
  return frameCode(site, {
    address: frameAddress(site, embedding),
    title: titleOf(embedding),
    height,
  });
}

interface Frame {
  readonly address: string;
  readonly title: string;
  readonly height: number;
}

/** A frame with this address, and the script that keeps it as high as its content. */
export function frameCode(site: string, frameOptions: Frame): string {
  return `${frame(frameOptions, 'data-attention-lab\n  loading="lazy"')}
<script src="${escaped(`${site}attention-lab-host.js`)}"></script>`;
}

export function frameAddress(site: string, embedding: ShownEmbedding): string {
  return `${site}embed.html#${formatEmbedding(embedding)}`;
}

/** What the Content-Security-Policy of a page with the frame must allow; the script is optional. */
export const framePolicy = (site: string): string =>
  `frame-src ${originOf(site)}; script-src ${originOf(site)}`;

/** What the Content-Security-Policy of a page with the elements must allow. */
export const elementPolicy = (site: string): string =>
  `script-src ${originOf(site)} 'wasm-unsafe-eval'; connect-src ${originOf(site)}`;

const originOf = (site: string) => new URL(site).origin;

export function fileSnippet(embedding: ShownEmbedding): string {
  const address = `attention-lab.html#${fileHash(embedding)}`;
  return frame(
    { address, title: titleOf(embedding), height: kFrameHeight },
    'loading="lazy"\n  sandbox="allow-scripts allow-downloads"',
  );
}

/** The offline file always shows the whole playground, and its visitor chooses the theme. */
export function fileHash({ state, lang }: ShownEmbedding): string {
  return formatEmbedding({ state, lang });
}

export function elementSnippet(site: string, embedding: ShownEmbedding): string {
  const isPlayground = embedding.views.includes('playground');
  const element = isPlayground ? 'attention-playground' : 'attention-lab';
  const inner = isPlayground
    ? ''
    : `\n${embedding.views.map((view) => `  ${viewTag(view)}`).join('\n')}\n`;
  return `<script type="module" src="${escaped(`${site}elements.js`)}"></script>
<${element}${labAttributes(embedding)}>${inner}</${element}>`;
}

/** An element of whole models: its tag, the site's script that defines it. */
export interface ModelElement {
  readonly tag: string;
  readonly script: string;
}

/** `link`: the address of model, input and place. The element has each of its settings as an attribute too. */
export function modelSnippet(
  site: string,
  { tag, script }: ModelElement,
  { link, hide, lang, theme }: Pick<ModelEmbedding, 'link' | 'hide' | 'lang' | 'theme'>,
): string {
  const settings = [...new URLSearchParams(link)].filter(([name]) => name !== 'v');
  const attributes = settings.map(([name, text]) => ` ${name}="${escaped(text)}"`).join('');
  return `<script type="module" src="${escaped(`${site}${script}`)}"></script>
<${tag} lab="${escaped(site)}"${pageAttributes({ lang, theme, hide })}${attributes}></${tag}>`;
}

const titleOf = ({ state }: ShownEmbedding) => `Attention Lab: ${cut(state.text)}`;

/** The frame has no style attribute, because a page's Content-Security-Policy may refuse it. */
function frame({ address, title, height }: Frame, more: string): string {
  return `<iframe
  src="${escaped(address)}"
  title="${escaped(title)}"
  width="100%"
  height="${height}"
  frameborder="0"
  ${more}
></iframe>`;
}

function viewTag(view: View): string {
  return isMatrix(view)
    ? `<attention-heatmap field="${view}"></attention-heatmap>`
    : `<attention-${view}></attention-${view}>`;
}

function labAttributes({ state, lang, hide = [], theme = null }: ShownEmbedding): string {
  const attributes = settingNames
    .filter((name) => state[name] !== defaultState[name])
    .map((name) => ` ${settingRow(name).attribute}="${escaped(textOf(state[name]))}"`);
  return pageAttributes({ lang, theme, hide }) + attributes.join('');
}

/** The attributes that every element of the lab has; no style, as for a frame. */
function pageAttributes({
  lang,
  theme,
  hide,
}: Pick<Embedding, 'lang' | 'theme'> & { hide: readonly string[] }): string {
  return [
    lang ? ` lang="${escaped(lang)}"` : '',
    theme ? ` theme="${theme}"` : '',
    hide.length > 0 ? ` hide="${hide.join(' ')}"` : '',
  ].join('');
}

function cut(text: string): string {
  const letters = Array.from(text.toWellFormed());
  return letters.length > 60 ? `${letters.slice(0, 60).join('')}…` : text;
}

function escaped(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/"/g, '&quot;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;');
}
