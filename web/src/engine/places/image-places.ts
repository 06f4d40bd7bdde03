/** The URL of the images of digits on the site. The package replaces this file by `image-places.package.ts`. */
import imagesUrl from '#models/digit_images.npz?url';

export const digitImagesUrl: string = imagesUrl;
