/** One line a figure: its name, the target, what was measured, and whether it is reached. */

export interface Figure {
  name: string;
  target: string;
  measured: string;
  reached: boolean;
}

let missed = 0;

export function report({ name, target, measured, reached }: Figure): void {
  if (!reached) missed++;
  console.log(
    `${name.padEnd(46)} ${target.padEnd(20)} ${reached ? 'ok    ' : 'MISSED'} ${measured}`,
  );
}

export function missedFigures(): number {
  return missed;
}

export const inMs = (value: number) => `${value.toFixed(1)} ms`;
export const inKb = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
