/** Where the images of the task digits are. */
import { provision } from '../base/provision';

/** `provideDigitImages` sets the address. Only the first call has an effect. */
export const { provide: provideDigitImages, provided: digitImagesProvided } = provision<string>();
