/** Adds the words of en/report.ts and their translations to the catalogues. Import it for this effect. */
import { report } from './en/report';
import { addWords } from './words';

addWords('report', { report });
