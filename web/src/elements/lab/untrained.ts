/** Numbers of random parameters are gray. */
import type { SheetColors } from '../../draw/scene/sheet';
import type { LabResult } from './lab-context';

/** Whether the parameters are random numbers from the seed. Those of a file are not, unless it says so. */
export function isUntrained(result: LabResult | null): boolean {
  return result !== null && (result.opened === null || result.opened.untrained === true);
}

export function scaleOf(untrained: boolean, scale: 'sequential' | 'diverging') {
  return untrained ? (`${scale}-grey` as const) : scale;
}

/** The colors of a picture whose bars are drawn in pencil. */
export function inPencil<Colors extends SheetColors>(colors: Colors): Colors {
  return { ...colors, accent: colors.pencil };
}
