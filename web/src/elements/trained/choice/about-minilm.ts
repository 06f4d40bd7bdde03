/** The site's facts about its MiniLM, for links to it. */
export interface AboutMiniLm {
  /** The size of all its files. */
  readonly megabytes: number;
  readonly source: string;
  readonly licence: string;
}

/** `lab`: the address of the site. Null where it does not have MiniLM. */
export async function aboutMiniLm(lab: string): Promise<AboutMiniLm | null> {
  try {
    const answer = await fetch(new URL(`${lab}models/minilm/about.json`, document.baseURI));
    const { files, source, licence } = (await answer.json()) as Omit<AboutMiniLm, 'megabytes'> & {
      readonly files: Readonly<Record<string, number>>;
    };
    const bytes = Object.values(files).reduce((sum, each) => sum + each, 0);
    return { megabytes: Math.round(bytes / 1e6), source, licence };
  } catch {
    return null;
  }
}
