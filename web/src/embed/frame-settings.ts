/** The settings of every embedded frame: `view=tokens,bars&hide=seed&lang=de&theme=dark&host=https://course.example`. */
import { excerpt } from '../excerpt';
import type { LinkSettings } from '../link-settings';
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
export const kMaxAddressCharacters = 65_536;

export const frameIn = (settings: LinkSettings): FrameSettings => ({
  lang: settings.read('lang', null, tagOf),
  theme: settings.oneOf('theme', ['light', 'dark'] as const, null),
  host: settings.read('host', null, originOf),
});

/** Names from a list, each once. */
export function parseSeveral<T extends string>(
  name: string,
  list: string,
  known: readonly T[],
): readonly T[] {
  const names = list.split(',').filter((item) => item !== '');
  for (const item of names)
    if (!(known as readonly string[]).includes(item))
      throw new Refusal(({ refused }) => refused.oneOf(name, known, excerpt(item)));
  if (name === 'view' && names.length === 0)
    throw new Refusal(({ refused }) => refused.oneOf(name, known, ''));
  return [...new Set(names)] as T[];
}

/**
 * Writes the settings that are not at their default. Commas, colons and slashes stay unescaped, which is easier to
 * read.
 */
export function withFrame(
  hash: string,
  settings: Partial<Record<(typeof frameSettingNames)[number], string | null>>,
): string {
  const parameters = new URLSearchParams(hash);
  for (const [name, value] of Object.entries(settings))
    if (value !== null) parameters.set(name, value);
  return parameters.toString().replace(/%(?:2C|2F|3A|3B|3D|5B|5D)/g, decodeURIComponent);
}

function tagOf(tag: string): string {
  if (!/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,4}$/.test(tag))
    throw new Refusal(({ refused }) => refused.suchAs('lang', 'de', excerpt(tag)));
  return tag;
}

function originOf(host: string): string {
  if (host !== 'null' && !(URL.canParse(host) && new URL(host).origin === host))
    throw new Refusal(({ refused }) =>
      refused.suchAs('host', 'https://course.example', excerpt(host)),
    );
  return host;
}
