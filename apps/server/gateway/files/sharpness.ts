/** One byte of grey for each pixel, line by line. */
export interface GreyImage {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/**
 * The variance of the Laplacian: how much neighbouring pixels differ from their mean. Blurred photos have little of it
 * (Pech-Pacheco et al., "Diatom autofocusing in brightfield microscopy", 2000). 0 for an image without an inside.
 */
export function sharpnessOf({ pixels, width, height }: GreyImage): number {
  let sum = 0;
  let squares = 0;
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x;
      const around =
        (pixels[at - 1] as number) +
        (pixels[at + 1] as number) +
        (pixels[at - width] as number) +
        (pixels[at + width] as number);
      const laplacian = around - 4 * (pixels[at] as number);
      sum += laplacian;
      squares += laplacian * laplacian;
    }
  }
  const count = Math.max(0, width - 2) * Math.max(0, height - 2);
  if (count === 0) return 0;
  const mean = sum / count;
  return squares / count - mean * mean;
}
