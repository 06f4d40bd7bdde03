/** Where the site has the images of digits. The package replaces this file by `image-places.package.ts`. */
import imagesUrl from '#models/digit_images.npz?url';

export const digitImagesUrl: string = imagesUrl;
