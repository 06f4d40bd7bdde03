// What the minimal runtime leaves out. It tells nobody that a module could not be started, for want of memory for
// example; the promise that it has made does. Older ones forget to declare where they keep the exports.
var asm;
var WebAssembly = {
  __proto__: globalThis.WebAssembly,
  instantiate: (wasm, imports) => ({
    then: (run) =>
      globalThis.WebAssembly.instantiate(wasm, imports).then(run).catch(readyPromiseReject),
  }),
};
