/** Adam (Kingma & Ba 2015, algorithm 1) on named parameters, in place. */
import type { NamedTensors } from '../../../wasm/family';
import type { Named } from './data.ts';

export const kAdam = { learning_rate: 1e-3, beta1: 0.9, beta2: 0.999, epsilon: 1e-7 } as const;

export function adam(parameters: Named): (gradients: NamedTensors) => void {
  const { learning_rate, beta1, beta2, epsilon } = kAdam;
  const moments = Object.entries(parameters).map(([name, { data }]) => ({
    gradient: `d_${name}`,
    data,
    m: new Float32Array(data.length),
    v: new Float32Array(data.length),
  }));
  let step = 0;
  return (gradients) => {
    step++;
    const c1 = 1 - beta1 ** step;
    const c2 = 1 - beta2 ** step;
    for (const { gradient, data, m, v } of moments) {
      const g = gradients[gradient]!.data;
      for (let i = 0; i < data.length; i++) {
        m[i] = beta1 * m[i]! + (1 - beta1) * g[i]!;
        v[i] = beta2 * v[i]! + (1 - beta2) * g[i]! * g[i]!;
        data[i]! -= (learning_rate * (m[i]! / c1)) / (Math.sqrt(v[i]! / c2) + epsilon);
      }
    }
  };
}
