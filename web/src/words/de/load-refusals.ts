/** German messages of files of the site that cannot be loaded, by the English template. */
export const loadRefusals: ReadonlyMap<string, string> = new Map([
  [
    'expected the engine at {}, got no answer ({})',
    'Die Engine sollte unter {} liegen; von dort kam keine Antwort ({}).',
  ],
  [
    'expected the engine at {}, got HTTP {}',
    'Die Engine sollte unter {} liegen; die Antwort war HTTP {}.',
  ],
  [
    'expected WebAssembly at {}, got something else ({})',
    'Unter {} sollte WebAssembly liegen, dort ist etwas anderes ({}).',
  ],
  [
    'expected WebAssembly with SIMD and exceptions, got {} bytes that are broken or that this browser is too old for',
    'Die {} Byte WebAssembly sind beschädigt, oder dieser Browser ist zu alt dafür.',
  ],
  [
    "the page's policy (script-src) refuses WebAssembly: it needs 'wasm-unsafe-eval'",
    "Die Richtlinie der Seite (script-src) verbietet WebAssembly: Nötig ist 'wasm-unsafe-eval'.",
  ],
  [
    'expected PyTorch’s numbers at {}, got no answer ({})',
    'Die Zahlen von PyTorch sollten unter {} liegen; von dort kam keine Antwort ({}).',
  ],
  [
    'expected PyTorch’s numbers at {}, got HTTP {}',
    'Die Zahlen von PyTorch sollten unter {} liegen; die Antwort war HTTP {}.',
  ],
  [
    'expected a difference of at most {} from the reference, got {}',
    'Das Ergebnis darf höchstens {} vom Referenzwert abweichen; die Abweichung ist {}.',
  ],
  [
    'its worker did not start within {} seconds',
    'Ihr Worker ist nicht innerhalb von {} Sekunden gestartet.',
  ],
  ['the worker failed', 'Der Worker ist ausgefallen.'],
]);
