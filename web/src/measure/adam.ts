/** Adam settings of all contenders (Kingma & Ba 2015, algorithm 1). */
export const kAdam = { learning_rate: 1e-3, beta_1: 0.9, beta_2: 0.999, epsilon: 1e-7 } as const;
