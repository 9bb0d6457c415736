import smpp from 'smpp';

/** One submission: its bytes with the header that joins parts, and how they are to be read. */
export interface SmsPart {
  /** 0 for the GSM alphabet, 8 for UCS-2. */
  readonly coding: 0 | 8;
  readonly bytes: Buffer;
  /** True if the bytes begin with a user data header. */
  readonly hasHeader: boolean;
}

const MOST_OCTETS = { 0: { whole: 160, part: 153 }, 8: { whole: 140, part: 134 } } as const;
const MOST_PARTS = 10;
/** In the GSM alphabet this octet and the next are one character. */
const GSM_ESCAPE = 0x1b;

/**
 * Splits a text into what a phone joins again by the header of 3GPP TS 23.040 9.2.3.24.1. `reference` is the same for
 * each attempt at a message, so that parts of two attempts still make one text. A character is never split.
 */
export function smsParts(text: string, reference: number): readonly SmsPart[] {
  const isGsm = smpp.encodings.ASCII.match(text);
  const coding = isGsm ? 0 : 8;
  const bytes = isGsm ? smpp.encodings.ASCII.encode(text) : smpp.encodings.UCS2.encode(text);
  const { whole, part } = MOST_OCTETS[coding];
  if (bytes.length <= whole) return [{ coding, bytes, hasHeader: false }];
  const chunks: Buffer[] = [];
  for (let start = 0; start < bytes.length; ) {
    let end = Math.min(start + part, bytes.length);
    if (end < bytes.length && isInsideCharacter(bytes, end, isGsm)) end -= isGsm ? 1 : 2;
    chunks.push(bytes.subarray(start, end));
    start = end;
  }
  if (chunks.length > MOST_PARTS) throw new RangeError('the text is too long for an SMS');
  return chunks.map((chunk, index) => ({
    coding,
    bytes: Buffer.concat([Buffer.from([5, 0, 3, reference & 0xff, chunks.length, index + 1]), chunk]),
    hasHeader: true,
  }));
}

/** True if a cut before octet `end` would part an escape from its character, or the halves of a surrogate pair. */
function isInsideCharacter(bytes: Buffer, end: number, isGsm: boolean): boolean {
  if (isGsm) return bytes[end - 1] === GSM_ESCAPE;
  const unit = bytes.readUInt16BE(end - 2);
  return unit >= 0xd800 && unit <= 0xdbff;
}
