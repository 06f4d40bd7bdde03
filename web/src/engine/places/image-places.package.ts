/** The URL of the images of digits in the npm package: beside this script, in a form that bundlers resolve. */
export const digitImagesUrl: string = new URL('./digit_images.npz', import.meta.url).href;
