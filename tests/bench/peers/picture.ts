/**
 * Draws web/pictures/speed.svg, the picture in tests/bench/FIGURES.md: other libraries' time in Chromium, as a multiple of ours.
 */
import type { Figures } from '../../../web/src/speed/figures.ts';
import { judge, type Judged } from './figures.ts';

const kColors: Record<string, string> = {
  'ONNX Runtime Web': 'onnx',
  'TensorFlow.js': 'tf',
  'plain JavaScript': 'plain',
};
const kLeft = 260;
const kWidth = 840;
const kBar = 11;
const kGap = 15;
/** Longer bars are cut off; their number shows the true value. */
const kMax = 6;

export function pictureOf({ places, machine, date }: Figures): string {
  const { place, workloads } = places.at(-1)!;
  const rows = workloads.map(judge).filter(({ times }) => times !== null);
  const scale = (kWidth - kLeft - 70) / kMax;
  let y = 56;
  const body = rows.flatMap((row) => {
    const bars = barsOf(row);
    const top = y;
    y += bars.length * kBar + kGap;
    return [
      `<text x="${kLeft - 10}" y="${top + (bars.length * kBar) / 2 + 4}" text-anchor="end">${row.workload.short}</text>`,
      ...bars.map(({ who, times }, i) => {
        const width = Math.min(times, kMax) * scale;
        const at = top + i * kBar;
        return (
          `<rect class="${kColors[who]}" x="${kLeft}" y="${at}" width="${width.toFixed(1)}" height="${kBar - 2}" rx="1.5"/>` +
          `<text class="number" x="${(kLeft + width + 5).toFixed(1)}" y="${at + kBar - 3}">${times >= 10 ? times.toFixed(0) : times.toFixed(1)}</text>`
        );
      }),
    ];
  });
  const one = kLeft + scale;
  const legend = Object.entries(kColors).map(
    ([who, name], i) =>
      `<rect class="${name}" x="${kLeft + i * 160}" y="12" width="11" height="11" rx="1.5"/><text x="${kLeft + 16 + i * 160}" y="22">${who}</text>`,
  );
  const height = y + 34;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${kWidth} ${height}" width="${kWidth}" height="${height}" role="img" aria-labelledby="title">
<title id="title">How many times as long as Attention Lab others take for the same work</title>
<style>
.paper { fill: #fdfcf9 } text { font: 12px system-ui, sans-serif; fill: #3a3833 } .number, .note { font-size: 10.5px; fill: #67635b }
.onnx { fill: #1f62a5 } .tf { fill: #c8590f } .plain { fill: #8a857a } line { stroke: #1d1c1a; stroke-width: 1 }
@media (prefers-color-scheme: dark) {
.paper { fill: #16181c } text { fill: #e0ddd6 } .number, .note { fill: #a5a199 } .onnx { fill: #7fbfe8 } .tf { fill: #ff9c63 } .plain { fill: #8d887d } line { stroke: #e9e6df }
}
</style>
<rect class="paper" width="${kWidth}" height="${height}" rx="6"/>
${legend.join('\n')}
<text class="note" x="${kLeft}" y="40">times as long as Attention Lab, whose own time is the line at 1; beyond ${kMax} bars are cut</text>
<line x1="${one}" x2="${one}" y1="48" y2="${y - kGap + 6}"/>
${body.join('\n')}
<text class="note" x="${kLeft}" y="${y + 12}">${place}, one thread, ${machine}, ${date}</text>
</svg>
`;
}

function barsOf({ measured, ours }: Judged) {
  return measured.timings
    .filter(({ who }) => who in kColors)
    .map(({ who, milliseconds }) => ({ who, times: milliseconds / ours }));
}
