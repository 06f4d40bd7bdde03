/** Defaults for elements of language models if the page sets nothing: an engine, and the folder with MiniLM. */
import type { TextEngine } from '../../../model/language/text-model';
import { provision } from '../../base/provision';

export interface ProvidedLanguage {
  readonly engine: () => Promise<TextEngine>;
  /** The address of the folder, if there is one beside the script. */
  readonly models?: string;
}

const { provide, provided } = provision<ProvidedLanguage>();

/** Sets them for elements without their own. Only the first call has an effect. */
export const provideLanguage = provide;

/** Waits for `provideLanguage`, whose script may load after the elements. */
export const providedLanguage = (): Promise<ProvidedLanguage> => provided;
