/** Numbers as in Austria, `8 192`, because the point is the decimal separator. */
import { countIn } from '../forms/count';

export const count = countIn('de-AT');
