/** Modules that the build of the offline file inlines into its script (web/file.config.ts). */
declare module '*?gzip' {
  const base64: string;
  export default base64;
}
/** A module with all its imports, as one classic script. */
declare module '*?script' {
  const script: string;
  export default script;
}
