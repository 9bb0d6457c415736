const MAX_ID = 65_535;
const MAX_TEXT = 200;
const PPM = 1_000_000;
const MIN_REASON = 5;
const MAX_REASON = 200;
/** An asset's supply stays below this many base units, so that no sum outgrows 64 bits. */
export const MAX_SUPPLY = 2n ** 62n;

/** True if the value may be the id of an asset, a symbol or a venue. */
export function isId(id: number): boolean {
  return isCount(id) && id <= MAX_ID;
}

/** True if the value is a safe integer above 0. */
export function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0;
}

/** True if the value is a text of a length that names have. */
export function isText(text: string): boolean {
  return typeof text === 'string' && text.length > 0 && text.length <= MAX_TEXT;
}

/** True if the text may be the reason of an operator's change. */
export function isReason(reason: string, longest = MAX_REASON): boolean {
  return typeof reason === 'string' && reason.trim().length >= MIN_REASON && reason.length <= longest;
}

/** True if the value is a rate from nothing to the whole, in parts per million. */
export function isPpm(ppm: number): boolean {
  return Number.isInteger(ppm) && ppm >= 0 && ppm <= PPM;
}

/** True if the value is a valid price band, in parts per million around the index. */
export const isPriceBand = isPpm;
