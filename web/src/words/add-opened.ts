/** Adds the words of en-opened.ts to the English catalogue. Import it for this effect. */
import { en } from './en';
import { opened } from './en-opened';

Object.assign(en, { opened });
