/** The name of a chunk: that of a translation starts with its language, because all languages have the same files. */
export function chunkName({ name, facadeModuleId }: Chunk): string {
  const language = facadeModuleId?.match(/\/words\/([a-z]+)\/[a-z-]+\.ts$/)?.[1];
  return language ? `${language}-${name}` : name;
}

interface Chunk {
  readonly name: string;
  readonly facadeModuleId?: string | null | undefined;
}
