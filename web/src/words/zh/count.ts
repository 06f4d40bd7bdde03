/** `8,192` */
import { countIn } from '../count';

export const count = countIn('zh-CN');
