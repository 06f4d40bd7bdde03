/** Adds the words of en/views.ts and their translations to the catalogues. Import it for this effect. */
import { views } from './en/views';
import { addWords } from './words';

addWords('views', views);
