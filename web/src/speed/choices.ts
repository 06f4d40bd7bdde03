/** What a reader can choose to measure: the works in groups, each with what it asks of the machine. */
import { works, type Work } from './works';

export interface Choice {
  readonly name: string;
  readonly ids: readonly string[];
  /** Whether it is measured unless the reader says otherwise. */
  readonly usual: boolean;
  readonly note?: string;
}

const idsOf = (belongs: (work: Work) => boolean) => works.filter(belongs).map(({ id }) => id);
const isAlone = (n: number) => (work: Work) => work.kind === 'attention' && work.n === n;

export const choices: readonly Choice[] = [
  { name: 'Products', ids: idsOf(({ kind }) => kind === 'product'), usual: true },
  { name: 'Multi-head layer', ids: idsOf(({ kind }) => kind === 'multi_head'), usual: true },
  { name: 'Attention alone, n = 4096', ids: idsOf(isAlone(4096)), usual: true },
  {
    name: 'Attention alone, n = 8192',
    ids: idsOf(isAlone(8192)),
    usual: false,
    note: 'four times as long',
  },
  { name: 'Sliding window', ids: idsOf(({ kind }) => kind === 'window'), usual: true },
  { name: 'Training steps', ids: idsOf(({ kind }) => kind === 'training'), usual: true },
  { name: 'Small calls', ids: idsOf(({ kind }) => kind === 'small'), usual: true },
  {
    name: '12 layers of GPT-2’s size',
    ids: idsOf(({ kind }) => kind === 'stack' || kind === 'step'),
    usual: false,
    note: 'takes 1.2 GB of memory: 340 MB of parameters, as they were set and packed, and 377 MB to read',
  },
];
