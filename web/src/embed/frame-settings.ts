/** The settings of every embedded frame: `view=tokens,bars&hide=seed&lang=de&theme=dark&host=https://course.example`. */
import { excerpt } from '../text/excerpt';
import { readable, type LinkSettings } from '../settings/link';
import { form, own, word } from '../settings/row';
import { Refusal } from '../words/refusal';

export interface FrameSettings {
  /** A language tag; null for the browser's language. */
  readonly lang: string | null;
  readonly theme: 'light' | 'dark' | null;
  /** The origin that may exchange messages with the frame; `null` is the origin of files and sandboxed frames. */
  readonly host: string | null;
}

export const defaultFrame: FrameSettings = { lang: null, theme: null, host: null };

export const frameSettingNames = ['view', 'hide', 'lang', 'theme', 'host'] as const;

/** The maximum length of an address. */
const kMaxAddressCharacters = 65_536;

/** Refuses an address that is too long to be read; null for any other. */
export function refusedAddress(hash: string): Refusal | null {
  if (hash.length <= kMaxAddressCharacters) return null;
  return new Refusal(({ refused }) =>
    refused.link(refused.characters(kMaxAddressCharacters, hash.length)),
  );
}

const rows = {
  lang: form(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,4}$/, 'de'),
  theme: word(['light', 'dark']),
  host: own(originOf),
};

export const frameIn = (settings: LinkSettings): FrameSettings =>
  settings.values(rows, defaultFrame);

/** Names from a list, each once. */
export function parseSeveral<T extends string>(
  name: string,
  list: string,
  known: readonly T[],
): readonly T[] {
  const row = word(known);
  const items = list.split(',').filter((item) => item !== '');
  const names = (name === 'view' && items.length === 0 ? [''] : items).map((item) =>
    row.parse(name, item),
  );
  return [...new Set(names)];
}

/** Adds the settings that are not at their default. The slashes of `host` stay unescaped, which is easier to read. */
export function withFrame(
  hash: string,
  settings: Partial<Record<(typeof frameSettingNames)[number], string | null>>,
): string {
  const parameters = new URLSearchParams(hash);
  for (const [name, value] of Object.entries(settings))
    if (value !== null) parameters.set(name, value);
  return readable(parameters).replaceAll('%2F', '/');
}

function originOf(host: string): string {
  if (host !== 'null' && !(URL.canParse(host) && new URL(host).origin === host))
    throw new Refusal(({ refused }) =>
      refused.suchAs('host', 'https://course.example', excerpt(host)),
    );
  return host;
}
