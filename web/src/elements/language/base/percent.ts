/** A share as a percentage without decimals. */
import { formatPercent } from '../../../draw/format';

export const wholePercent = (share: number): string => formatPercent(share * 100, 0);
