/** Columns of the greyscale picture that a fingerprint is made from: one more than it has bits in a row. */
export const FINGERPRINT_COLUMNS = 33;
export const FINGERPRINT_ROWS = 32;
/**
 * Bits by which two fingerprints may differ and still be of one picture. Copies of a bank's page, scaled to half and
 * compressed to quality 50, differed by 7 to 10; another payment on the same page by 15; one other digit by 4, so a
 * match is a reason to look, and no proof.
 */
export const SAME_PICTURE_BITS = 12;
/** A step in brightness below this is noise of the compression, and counts as none. */
const LEAST_STEP = 10;

/**
 * Returns the difference hash of a picture: 1024 characters, each 1 where a pixel is brighter than its right neighbour.
 * `pixels` has one byte a pixel, row by row.
 */
export function fingerprintOf(pixels: Uint8Array): string {
  let bits = '';
  for (let row = 0; row < FINGERPRINT_ROWS; row++)
    for (let column = 0; column < FINGERPRINT_COLUMNS - 1; column++) {
      const at = row * FINGERPRINT_COLUMNS + column;
      bits += (pixels[at] ?? 0) - (pixels[at + 1] ?? 0) >= LEAST_STEP ? '1' : '0';
    }
  return bits;
}
