// Embind as far as we use it: what its own JavaScript has beside that is a sixth of what a module starts with.
mergeInto(LibraryManager.library, {
  // Wide strings are nowhere passed.
  _embind_register_std_wstring__deps: [],
  _embind_register_std_wstring: function () {},

  // No function takes or returns 64 bits, which are called in another way.
  $embind__requireFunction__deps: ['$getWasmTableEntry'],
  $embind__requireFunction: function (signature, place) {
    return getWasmTableEntry(place);
  },

  // No name stands for several functions. An Error that one returns (guard.h) is thrown here, where the stack of
  // WebAssembly is as it was before the call.
  $exposePublicSymbol__deps: [],
  $exposePublicSymbol: function () {},
  $replacePublicSymbol__deps: [],
  $replacePublicSymbol: function (name, invoke) {
    Module[name] = function () {
      var result = invoke.apply(null, arguments);
      if (result instanceof Error) throw result;
      return result;
    };
  },
});
