/** Where the npm package has the images of digits: beside this script, in a form that bundlers resolve. */
export const digitImagesUrl: string = new URL('./digit_images.npz', import.meta.url).href;
