/** The facts that the file of a map, or of its rows, contains: its text, and whether delimiters are included. */
import type { Provenance } from '../../files/provenance';
import type { DelimiterForm } from './language-state';

const kDelimiters: Readonly<Record<DelimiterForm, string>> = {
  hidden: 'left out',
  shown: 'included',
  rescaled: 'left out, each row divided by its sum',
};

export const mapFacts = (text: string, form: DelimiterForm): Provenance => ({
  text,
  delimiters: kDelimiters[form],
});
