/** A model that comes with the site, as the file about.json in its folder describes it. */
export interface SiteModel {
  /** The size of all files. */
  readonly bytes: number;
  /** The checksum of model.safetensors. */
  readonly sha256: string;
  /** The package that it comes from. */
  readonly source: string;
  readonly licence: string;
}

/** The size of a download in MB, as pages show it. */
export const megabytes = (bytes: number): number => Math.round(bytes / 1e6);

/** `about`: the content of about.json. */
export function siteModelOf(about: string): SiteModel {
  const { files, ...description } = JSON.parse(about) as Omit<SiteModel, 'bytes'> & {
    readonly files: Readonly<Record<string, number>>;
  };
  return { ...description, bytes: Object.values(files).reduce((sum, each) => sum + each, 0) };
}
