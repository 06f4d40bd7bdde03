/** Numbers as in Austria, `8 192`: a point between the thousands could be read as a decimal mark. */
import { countIn } from '../forms/count';

export const count = countIn('de-AT');
