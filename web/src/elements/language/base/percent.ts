/** Shares as percentages. */
import { formatPercent } from '../../../draw/format';

export { formatProbability as percent } from '../../../draw/format';

export const wholePercent = (share: number): string => formatPercent(share * 100, 0);
