import { withMark } from '../../draw/format';
import type { LabResult } from './lab-context';

/** The temperature by which the scores are divided before the softmax; empty where it changes nothing. */
export const scoreDivisor = ({
  opened,
  state,
}: {
  readonly opened: unknown;
  readonly state: Pick<LabResult['state'], 'temperature'>;
}): string => (opened || state.temperature === 1 ? '' : withMark(String(state.temperature)));
