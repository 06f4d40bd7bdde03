/** Adds the words of en/later.ts to the English catalogue. Import it for this effect. */
import { en } from './en/base';
import { later } from './en/later';

Object.assign(en, later);
