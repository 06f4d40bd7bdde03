/** An array of n numbers whose buffer has been moved elsewhere. */
export function detached(n = 4): Float32Array {
  const array = new Float32Array(n);
  structuredClone(array, { transfer: [array.buffer] });
  return array;
}
