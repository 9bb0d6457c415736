import type { ByteReader, ByteWriter } from './bytes.ts';

const HASH_NONE = 0;
const HASH_HEX = 1;
const HASH_TEXT = 2;

/** Writes a hash: lower-case hex digits as half as many bytes, any other text unchanged. */
export function writeHash(writer: ByteWriter, hash: string | null): void {
  if (hash === null) {
    writer.byte(HASH_NONE);
  } else if (isHex(hash)) {
    writer.byte(HASH_HEX);
    writer.hex(hash);
  } else {
    writer.byte(HASH_TEXT);
    writer.text(hash);
  }
}

/** Reads what `writeHash` wrote. */
export function readHash(reader: ByteReader): string | null {
  const kind = reader.byte();
  if (kind === HASH_NONE) return null;
  if (kind === HASH_TEXT) return reader.text();
  if (kind !== HASH_HEX) throw new RangeError('A hash is of an unknown kind');
  return reader.hex();
}

function isHex(text: string): boolean {
  if (typeof text !== 'string' || text.length % 2 !== 0) return false;
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i);
    if (!((char >= 48 && char <= 57) || (char >= 97 && char <= 102))) return false;
  }
  return true;
}
