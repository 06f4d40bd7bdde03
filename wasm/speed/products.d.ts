/** The module of products.cpp. */
export interface ProductsModule {
  shape(rows: number, depth: number, columns: number): void;
  left(): Float32Array;
  right(): Float32Array;
  product(): Float32Array;
  pack(): void;
  core(times: number): void;
  eigen(times: number): void;
}

export default function createProductsModule(options: {
  wasmBinary: ArrayBuffer;
}): Promise<ProductsModule>;
