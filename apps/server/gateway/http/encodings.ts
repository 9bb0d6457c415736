import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Call } from '@candor/api';

export type Encoding = 'br' | 'gzip';

/**
 * Allows compression of lists, and never of an answer that may carry a secret: its length would
 * tell of it to whoever chooses a part of the text: all calls of the account, with their tokens, codes and invitations,
 * those of the console, and every act.
 */
export const isCompressible = ({ act, section }: Pick<Call, 'act' | 'section'>): boolean =>
  !act && section !== 'account' && section !== 'operator';

/** Below this many bytes a body leaves as it is. */
export const LEAST_COMPRESSED_BYTES = 1_024;

/** Levels for a body that is compressed while somebody waits: a tenth larger than the best, a twentieth of the time. */
const QUICK_BROTLI = 4;
const QUICK_GZIP = 4;
/** Levels for a body that is compressed once a start. */
const THOROUGH_BROTLI = 9;
const THOROUGH_GZIP = 9;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** No client needs more to name what it takes. */
const LONGEST_HEADER = 256;

/** The best encoding of ours that an Accept-Encoding header takes; null for none. A quality of 0 refuses. */
export function encodingOf(header: unknown): Encoding | null {
  if (typeof header !== 'string' || header.length > LONGEST_HEADER) return null;
  let found: Encoding | null = null;
  for (const part of header.split(',')) {
    const [name = '', ...parameters] = part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/);
    if (parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))) continue;
    if (name === 'br') return 'br';
    if (name === 'gzip') found = 'gzip';
  }
  return found;
}

/** Compresses on the thread pool, not on the loop. */
export function compress(bytes: Buffer, encoding: Encoding, thoroughly = false): Promise<Buffer> {
  if (encoding === 'gzip') return zip(bytes, { level: thoroughly ? THOROUGH_GZIP : QUICK_GZIP });
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: thoroughly ? THOROUGH_BROTLI : QUICK_BROTLI,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  return brotli(bytes, { params });
}

/** A body with its compressed forms, each made once and when it is first asked for. */
export class EncodedBody {
  readonly bytes: Buffer;
  readonly #thoroughly: boolean;
  readonly #forms = new Map<Encoding, Promise<Buffer>>();

  constructor(bytes: Buffer, thoroughly = false) {
    this.bytes = bytes;
    this.#thoroughly = thoroughly;
  }

  /** The body for an Accept-Encoding header. */
  async for(header: unknown): Promise<{ readonly bytes: Buffer; readonly encoding: Encoding | null }> {
    const encoding = this.bytes.length < LEAST_COMPRESSED_BYTES ? null : encodingOf(header);
    if (encoding === null) return { bytes: this.bytes, encoding };
    let form = this.#forms.get(encoding);
    if (form === undefined) {
      form = compress(this.bytes, encoding, this.#thoroughly);
      this.#forms.set(encoding, form);
    }
    return { bytes: await form, encoding };
  }
}
