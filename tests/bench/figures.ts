/** One line per figure: its name, the target, the measured value, and whether the target is reached. */

export interface Figure {
  name: string;
  target: string;
  measured: string;
  /** null: the figure has no target. */
  reached: boolean | null;
}

let missed = 0;

export function report({ name, target, measured, reached }: Figure): void {
  if (reached === false) missed++;
  const verdict = reached === null ? '      ' : reached ? 'ok    ' : 'MISSED';
  console.log(`${name.padEnd(46)} ${target.padEnd(20)} ${verdict} ${measured}`);
}

/** A measurement that throws counts as missed, with the reason. The next ones still run. */
export async function orMissed(name: string, measure: () => Promise<void>): Promise<void> {
  try {
    await measure();
  } catch (error) {
    report({ name, target: 'runs', measured: (error as Error).message, reached: false });
  }
}

export function missedFigures(): number {
  return missed;
}

export const inMs = (value: number) => `${value.toFixed(1)} ms`;
export const inKb = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
