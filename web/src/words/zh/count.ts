/** Formats a number such as `8,192`. */
import { countIn } from '../forms/count';

export const count = countIn('zh-CN');
