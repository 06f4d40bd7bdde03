/** Chinese messages of files of the site that cannot be loaded, by the English template. */
export const loadRefusals: ReadonlyMap<string, string> = new Map([
  ['expected the engine at {}, got no answer ({})', '引擎应在 {}，但没有得到响应（{}）。'],
  ['expected the engine at {}, got HTTP {}', '引擎应在 {}，得到的却是 HTTP {}。'],
  [
    'expected WebAssembly at {}, got something else ({})',
    '{} 处应是 WebAssembly，得到的却是别的内容（{}）。',
  ],
  [
    'expected WebAssembly with SIMD and exceptions, got {} bytes that are broken or that this browser is too old for',
    '得到的 {} 字节 WebAssembly 已损坏，或者此浏览器太旧。',
  ],
  [
    "the page's policy (script-src) refuses WebAssembly: it needs 'wasm-unsafe-eval'",
    "页面的策略（script-src）禁止 WebAssembly：需要 'wasm-unsafe-eval'。",
  ],
  [
    'expected PyTorch’s numbers at {}, got no answer ({})',
    'PyTorch 的数值应在 {}，但没有得到响应（{}）。',
  ],
  ['expected PyTorch’s numbers at {}, got HTTP {}', 'PyTorch 的数值应在 {}，得到的却是 HTTP {}。'],
  [
    'expected a difference of at most {} from the reference, got {}',
    '结果与参考值之差最多为 {}，实际为 {}。',
  ],
  ['its worker did not start within {} seconds', '后台计算线程在 {} 秒内没有启动。'],
  ['the worker failed', '后台计算线程已停止工作。'],
]);
