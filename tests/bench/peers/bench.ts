import { works } from '../engine/works.ts';
import { measure } from './measure.ts';
import { settingInNode } from './node.ts';

const setting = await settingInNode(5);
const only = process.env['ONLY'] ?? '';
for (const work of works) {
  if (!work.id.includes(only)) continue;
  try {
    const m = await measure(work, setting);
    console.log(
      work.id,
      `limit ${m.limit.toFixed(1)}`,
      m.timings
        .map(
          (t) =>
            `${t.who} (${t.way}) ${t.milliseconds.toFixed(3)} ms ${((100 * work.flops) / t.milliseconds / 1e6 / m.limit).toFixed(0)}%`,
        )
        .join(' | '),
      JSON.stringify(m.differences),
    );
  } catch (error) {
    console.log(work.id, 'FAILED', (error as Error).stack?.slice(0, 600));
  }
}
