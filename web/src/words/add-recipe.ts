/** Adds the words of en/recipe.ts and their translations to the catalogues. Import it for this effect. */
import { recipe } from './en/recipe';
import { addWords } from './words';

addWords('recipe', { recipe });
