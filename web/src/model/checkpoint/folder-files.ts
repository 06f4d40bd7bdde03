/** The files of a model in a folder of the visitor's, which may hold other folders. */
import { kIndex, kWeights } from './model-files';

/** The folder of a file that was chosen with its folder. */
const folderOf = ({ webkitRelativePath: path }: File) => path.slice(0, path.lastIndexOf('/') + 1);

/**
 * The files of the uppermost folder that has a config.json and weights; all files if there is none. Models on the hub
 * have folders below them, such as 1_Pooling, with a config.json of their own.
 */
export function filesOfFolder(files: readonly File[]): readonly File[] {
  const named = (name: string) => files.filter((file) => file.name === name).map(folderOf);
  const weighted = new Set([...named(kWeights), ...named(kIndex)]);
  const depth = (folder: string) => folder.split('/').length;
  const [uppermost] = named('config.json')
    .filter((folder) => weighted.has(folder))
    .sort((a, b) => depth(a) - depth(b));
  return uppermost === undefined ? files : files.filter((file) => folderOf(file) === uppermost);
}
