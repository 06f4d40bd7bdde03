/** Shares as percentages. */
import { formatPercent } from '../../draw/format';

export const percent = (share: number): string => formatPercent(share * 100, 1);

export const wholePercent = (share: number): string => formatPercent(share * 100, 0);
