/** The name of an open model: its folder, or else the name in its config.json. */
import { isSiteModelName } from './model-source';

const kMaxCharacters = 80;

/** `source`: a name of the site's or the address of a folder; null for files. */
export function modelName(
  source: string | null,
  files: readonly Pick<File, 'webkitRelativePath'>[],
  config: object,
): string {
  if (isSiteModelName(source)) return 'MiniLM';
  const folder = source ?? files[0]?.webkitRelativePath.replace(/\/[^/]*$/, '') ?? '';
  const { _name_or_path: path, architectures } = config as Record<string, unknown>;
  const [architecture] = Array.isArray(architectures) ? (architectures as unknown[]) : [];
  const names = [lastPart(folder), lastPart(path), architecture];
  const name = names.find((name) => typeof name === 'string' && name !== '') as string | undefined;
  return (name ?? 'BERT').slice(0, kMaxCharacters).toWellFormed();
}

/** The last part of an address or a path. */
function lastPart(path: unknown): string {
  if (typeof path !== 'string') return '';
  const part = path.split(/[/\\]/).findLast((part) => part !== '') ?? '';
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
