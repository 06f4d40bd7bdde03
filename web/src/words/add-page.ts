/** Adds the words of en-page.ts to the English catalogue. Import it for this effect. */
import { en } from './en';
import { page } from './en-page';

Object.assign(en, { page });
