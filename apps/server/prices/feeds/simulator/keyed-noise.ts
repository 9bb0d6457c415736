import { createHash } from 'node:crypto';

/**
 * Noise that is a function of a secret key and a place: HalfSipHash-2-4 over two words (no
 * length block, since all messages have one length). The same place always gives
 * the same noise, and what is seen of it does not tell the key.
 */
export class KeyedNoise {
  readonly #k0: number;
  readonly #k1: number;

  /** Derives the key of the stream `name` from the seed. */
  constructor(seed: Uint8Array, name: string) {
    const digest = createHash('sha256').update('candor simulator\0').update(seed).update(name).digest();
    this.#k0 = digest.readInt32LE(0);
    this.#k1 = digest.readInt32LE(4);
  }

  /** 32 bits for a place: `channel` 0 to 255, `index` a whole number below 2^52. */
  bits(channel: number, index: number): number {
    const high = Math.floor(index / 4294967296);
    return halfSipHash(this.#k0, this.#k1, (channel << 24) ^ high, index | 0);
  }

  /** Evenly from 0 up to, not including, 1. */
  uniform(channel: number, index: number): number {
    return (this.bits(channel, index) >>> 0) / 4294967296;
  }

  /** Nearly normal, mean 0, deviation 1, never beyond 3.5. */
  gauss(channel: number, index: number): number {
    return (this.byteSum(channel, index) - MIDDLE_BYTE_SUM) / BYTE_SUM_DEVIATION;
  }

  /** The sum of four even bytes, 0 to 1020: what `gauss` is made of. */
  byteSum(channel: number, index: number): number {
    const bits = this.bits(channel, index);
    return (bits & 255) + ((bits >>> 8) & 255) + ((bits >>> 16) & 255) + (bits >>> 24);
  }
}

const MIDDLE_BYTE_SUM = 510;
const BYTE_SUM_DEVIATION = Math.sqrt((4 * (256 * 256 - 1)) / 12);

/** Results of `value` for each number that `gauss` can give, indexed by the sum of bytes that gives it. */
export function overGauss(value: (gauss: number) => number): Float64Array {
  return Float64Array.from({ length: 2 * MIDDLE_BYTE_SUM + 1 }, (_, sum) =>
    value((sum - MIDDLE_BYTE_SUM) / BYTE_SUM_DEVIATION),
  );
}

function halfSipHash(k0: number, k1: number, word0: number, word1: number): number {
  let v0 = k0;
  let v1 = k1;
  let v2 = 0x6c796765 ^ k0;
  let v3 = 0x74656462 ^ k1 ^ word0;
  for (let step = 0; step < 4; step++) {
    // two rounds, written out
    v0 = (v0 + v1) | 0;
    v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0;
    v0 = (v0 << 16) | (v0 >>> 16);
    v2 = (v2 + v3) | 0;
    v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2;
    v0 = (v0 + v3) | 0;
    v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0;
    v2 = (v2 + v1) | 0;
    v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2;
    v2 = (v2 << 16) | (v2 >>> 16);
    v0 = (v0 + v1) | 0;
    v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0;
    v0 = (v0 << 16) | (v0 >>> 16);
    v2 = (v2 + v3) | 0;
    v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2;
    v0 = (v0 + v3) | 0;
    v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0;
    v2 = (v2 + v1) | 0;
    v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2;
    v2 = (v2 << 16) | (v2 >>> 16);
    if (step === 0) {
      v0 ^= word0;
      v3 ^= word1;
    } else if (step === 1) {
      v0 ^= word1;
      v2 ^= 0xff;
    }
  }
  return v1 ^ v3;
}
