/** The SHA-256 of a model's file of weights, by which its saved numbers name it. */
import { kWeights } from './model-files';

/** Larger files are not hashed: a browser hashes a file only as a whole, in memory. */
const kMaxBytes = 256e6;

/** In hexadecimal digits; '' for several or too large files, and where the browser offers no hashes (plain http:). */
export async function weightsHash(files: readonly File[]): Promise<string> {
  const file = files.find(({ name }) => name === kWeights);
  const subtle = (crypto as Partial<Crypto>).subtle;
  if (!file || !subtle || file.size > kMaxBytes) return '';
  const hash = await subtle.digest('SHA-256', await file.arrayBuffer());
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
