/** The images of the task digits, which load when it is first chosen. */
import type { NamedTensors } from '../../files/tensor-files';
import { fetchFile } from '../../model/trained/shipped-file';
import { loaded, messageOf, Refusal } from '../../words/refusal';
import { digitImagesProvided } from './provide-digit-images';

/** `images` [image, 28, 28] from 0, the background, to 255, and `digits` [image]. */
export type DigitImages = NamedTensors & Record<'images' | 'digits', NamedTensors[string]>;

let loading: Promise<DigitImages> | null = null;

/** Waits for `provideDigitImages`, whose script may load after the elements. After a failure it tries again. */
export function digitImages(): Promise<DigitImages> {
  loading ??= load().catch((error: Error) => {
    loading = null;
    throw new Refusal((words) => words.training.digits.notLoaded(messageOf(error)(words)));
  });
  return loading;
}

async function load(): Promise<DigitImages> {
  const file = await fetchFile(await digitImagesProvided);
  const { readNpz } = await loaded(import('../../files/tensor-files'));
  return (await readNpz(file)) as DigitImages;
}

/** The pixels of one image, `[28, 28]`. */
export function pixelsOf({ images }: DigitImages, image: number): Float32Array {
  const pixels = images.data.length / images.shape[0]!;
  return images.data.subarray(image * pixels, (image + 1) * pixels);
}
