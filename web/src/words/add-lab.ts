/** Adds the words of en/lab.ts to the English catalogue. Import it for this effect. */
import { en } from './en/base';
import { lab } from './en/lab';

Object.assign(en, lab);
