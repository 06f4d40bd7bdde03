/** Formats numbers as in Austria, `8 192`: with a space, since a point could be read as a decimal separator. */
import { countIn } from '../forms/count';

export const count = countIn('de-AT');
