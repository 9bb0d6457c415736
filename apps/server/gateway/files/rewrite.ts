import { MAX_IMAGE_PIXELS } from '@candor/api';
import sharp from 'sharp';
import { FINGERPRINT_HEIGHT, FINGERPRINT_WIDTH, fingerprintOf } from './fingerprint.ts';
import { sharpnessOf } from './sharpness.ts';

/** An image that this house wrote: a JPEG in sRGB, upright, without metadata. */
export interface Rewritten {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly isBlurred: boolean;
  /** 1024 bits that hardly change when the picture is scaled or compressed again. */
  readonly fingerprint: string;
}

export type RewriteFault = 'FILE_NOT_IMAGE' | 'IMAGE_TOO_LARGE' | 'IMAGE_UNREADABLE';

/** An image that is not taken. */
export class RewriteError extends Error {
  readonly key: RewriteFault;

  constructor(key: RewriteFault, cause?: unknown) {
    super(key, cause === undefined ? undefined : { cause });
    this.name = 'RewriteError';
    this.key = key;
  }
}

/** The longest side of what is kept: the small print of a document stays readable. */
const KEPT_SIDE = 3_000;
const KEPT_QUALITY = 85;
/** Blur is measured at this size, so that it does not depend on the camera's. */
const MEASURED_SIDE = 1_000;
/** A photo with less variance of its Laplacian than this is asked for again. */
const LEAST_SHARPNESS = 60;
/** The most memory that the pixels of an input may take: 40 megapixels of RGBA, or half as many of 16 bits. */
const MAX_PIXEL_BYTES = MAX_IMAGE_PIXELS * 4;
const PATIENCE_SECONDS = 20;

const formats: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp']);

// Nothing but these three is ever decoded, whatever a file claims to be.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
sharp.cache(false);
sharp.concurrency(1);

/** True where the bytes begin as a JPEG, PNG or WebP does. */
function looksLikeImage(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 12));
  if (head.length < 12) return false;
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return true;
  if (head.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))) return true;
  return head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP';
}

async function refuseLarge(bytes: Uint8Array): Promise<void> {
  // Reads the header alone, so the size of what it promises does not matter yet.
  const found = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (!formats.has(found.format)) throw new RewriteError('FILE_NOT_IMAGE');
  const pixels = found.width * found.height;
  const bytesPerPixel = found.channels * (found.depth === 'ushort' ? 2 : 1);
  if (pixels > MAX_IMAGE_PIXELS || pixels * bytesPerPixel > MAX_PIXEL_BYTES)
    throw new RewriteError('IMAGE_TOO_LARGE');
}

/**
 * Decodes an image and encodes it again: nothing of the file that came remains but what can be seen. `square` keeps the
 * middle of it alone, as a square of so many pixels a side.
 * @throws RewriteError
 */
export async function rewriteImage(bytes: Uint8Array, square: number | null): Promise<Rewritten> {
  if (!looksLikeImage(bytes)) throw new RewriteError('FILE_NOT_IMAGE');
  try {
    await refuseLarge(bytes);
    const { data, info } = await sharp(bytes, {
      limitInputPixels: MAX_IMAGE_PIXELS,
      limitInputChannels: 4,
      failOn: 'error',
      pages: 1,
      sequentialRead: true,
      autoOrient: true,
    })
      .resize(
        square === null
          ? { width: KEPT_SIDE, height: KEPT_SIDE, fit: 'inside', withoutEnlargement: true }
          : { width: square, height: square, fit: 'cover' },
      )
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .jpeg({ quality: KEPT_QUALITY })
      .timeout({ seconds: PATIENCE_SECONDS })
      .toBuffer({ resolveWithObject: true });
    const grey = await sharp(data)
      .resize({ width: MEASURED_SIDE, height: MEASURED_SIDE, fit: 'inside', withoutEnlargement: true })
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const coarse = await sharp(data)
      .greyscale()
      // A decoder that skips pixels skips others in a copy of another size.
      .resize({
        width: FINGERPRINT_WIDTH,
        height: FINGERPRINT_HEIGHT,
        fit: 'fill',
        kernel: 'linear',
        fastShrinkOnLoad: false,
      })
      .raw()
      .toBuffer();
    const { width, height } = grey.info;
    const sharpness = sharpnessOf({ pixels: grey.data, width, height });
    return {
      bytes: data,
      width: info.width,
      height: info.height,
      isBlurred: sharpness < LEAST_SHARPNESS,
      fingerprint: fingerprintOf(coarse),
    };
  } catch (error) {
    if (error instanceof RewriteError) throw error;
    throw new RewriteError('IMAGE_UNREADABLE', error);
  }
}
