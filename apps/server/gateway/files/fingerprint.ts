/** Cells of the greyscale picture that a fingerprint is made from: one column more than it has bits in a row. */
const COLUMNS = 33;
const ROWS = 32;
/** Pixels a side of a cell. A cell's brightness is their mean, so it hardly depends on the size that the picture came in. */
const CELL = 4;
/** Size of the greyscale pixels that {@link fingerprintOf} takes. */
export const FINGERPRINT_WIDTH = COLUMNS * CELL;
export const FINGERPRINT_HEIGHT = ROWS * CELL;
/**
 * Bits by which two fingerprints may differ and still be of one picture. Copies of a bank's page of a third to twice
 * its size, compressed to quality 30 to 85, differed by 0 to 4 in four typefaces; another payment on the same page by
 * 12 or more; one other digit by 0 to 2, so a match is a reason to look, and no proof.
 */
export const SAME_PICTURE_BITS = 8;
/** A step in brightness below this is noise of the compression, and counts as none. */
const LEAST_STEP = 10;

/**
 * Returns the difference hash of a picture: 1024 characters, each 1 where a cell is brighter than its right neighbour.
 * `pixels` has one byte a pixel, row by row.
 */
export function fingerprintOf(pixels: Uint8Array): string {
  let bits = '';
  for (let row = 0; row < ROWS; row++)
    for (let column = 0; column < COLUMNS - 1; column++) {
      const step = sumOf(pixels, row, column) - sumOf(pixels, row, column + 1);
      bits += step >= LEAST_STEP * CELL * CELL ? '1' : '0';
    }
  return bits;
}

function sumOf(pixels: Uint8Array, row: number, column: number): number {
  let sum = 0;
  for (let y = row * CELL; y < (row + 1) * CELL; y++)
    for (let x = column * CELL; x < (column + 1) * CELL; x++) sum += pixels[y * FINGERPRINT_WIDTH + x] ?? 0;
  return sum;
}
