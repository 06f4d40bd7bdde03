/** The mean lightness of what a canvas shows, 0 to 255; of its first columns only, if `columns` is given. */
export function lightnessOf(canvas: HTMLCanvasElement, columns = canvas.width): number {
  const { data } = canvas.getContext('2d')!.getImageData(0, 0, columns, canvas.height);
  let [sum, weight] = [0, 0];
  for (let i = 0; i < data.length; i += 4) {
    sum += ((data[i]! + data[i + 1]! + data[i + 2]!) / 3) * data[i + 3]!;
    weight += data[i + 3]!;
  }
  return sum / weight;
}
