/** Groups of workloads that a visitor can choose to measure, with notes on expensive ones. */
import { workloads, type Workload } from './workloads';

export interface Choice {
  readonly name: string;
  readonly ids: readonly string[];
  /** Whether the group is selected initially. */
  readonly byDefault: boolean;
  readonly note?: string;
}

const idsOf = (belongs: (workload: Workload) => boolean) =>
  workloads.filter(belongs).map(({ id }) => id);
const isAlone = (n: number) => (workload: Workload) =>
  workload.kind === 'attention' && workload.n === n;

export const choices: readonly Choice[] = [
  { name: 'Products', ids: idsOf(({ kind }) => kind === 'product'), byDefault: true },
  { name: 'Multi-head layer', ids: idsOf(({ kind }) => kind === 'multi_head'), byDefault: true },
  { name: 'Attention alone, n = 4096', ids: idsOf(isAlone(4096)), byDefault: true },
  {
    name: 'Attention alone, n = 8192',
    ids: idsOf(isAlone(8192)),
    byDefault: false,
    note: 'four times as long',
  },
  { name: 'Sliding window', ids: idsOf(({ kind }) => kind === 'window'), byDefault: true },
  { name: 'Training steps', ids: idsOf(({ kind }) => kind === 'training'), byDefault: true },
  { name: 'Small calls', ids: idsOf(({ kind }) => kind === 'small'), byDefault: true },
  {
    name: '12 layers of GPT-2’s size',
    ids: idsOf(({ kind }) => kind === 'stack' || kind === 'step'),
    byDefault: false,
    note: 'needs 1.2\u00a0GB of memory: 340\u00a0MB of parameters, stored twice (as set and packed), and 377\u00a0MB to measure the limit',
  },
];
