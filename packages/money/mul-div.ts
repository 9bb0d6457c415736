/**
 * a x b / c rounded down (towards minus infinity), exact for every size. Who gains is said where it is called.
 * Throws RangeError when c is 0.
 */
export function mulDivFloor(a: bigint, b: bigint, c: bigint): bigint {
  const product = a * b;
  const quotient = product / c;
  return product % c !== 0n && product < 0n !== c < 0n ? quotient - 1n : quotient;
}

/** a x b / c rounded up (towards plus infinity), exact for every size. Throws RangeError when c is 0. */
export function mulDivCeil(a: bigint, b: bigint, c: bigint): bigint {
  const product = a * b;
  const quotient = product / c;
  return product % c !== 0n && product < 0n === c < 0n ? quotient + 1n : quotient;
}

/**
 * floor(a x b / c) on safe integers (a, b >= 0, c > 0): on small integers as long as they are exact, else in bigint.
 * Throws RangeError when the result is no safe integer: a caller that may meet one uses `mulDivFloor`.
 */
export function mulDivFloorSafe(a: number, b: number, c: number): number {
  const product = a * b;
  if (product <= Number.MAX_SAFE_INTEGER) return floorDivSafe(product, c);
  // a = whole x c + rest, so a x b / c = whole x b + rest x b / c
  const whole = floorDivSafe(a, c);
  const rest = (a - whole * c) * b;
  const result = whole * b + floorDivSafe(rest, c);
  if (rest <= Number.MAX_SAFE_INTEGER && result <= Number.MAX_SAFE_INTEGER) return result;
  return toSafe(mulDivFloor(BigInt(a), BigInt(b), BigInt(c)));
}

/** ceil(a x b / c) on safe integers, under the terms of `mulDivFloorSafe`. */
export function mulDivCeilSafe(a: number, b: number, c: number): number {
  const product = a * b;
  if (product <= Number.MAX_SAFE_INTEGER) return ceilDivSafe(product, c);
  const whole = floorDivSafe(a, c);
  const rest = (a - whole * c) * b;
  const result = whole * b + ceilDivSafe(rest, c);
  if (rest <= Number.MAX_SAFE_INTEGER && result <= Number.MAX_SAFE_INTEGER) return result;
  return toSafe(mulDivCeil(BigInt(a), BigInt(b), BigInt(c)));
}

/**
 * floor(a / b) of safe integers, a >= 0, b > 0. The hardware quotient is enough: below 2^53 a quotient just under a
 * whole k lies at least k x 2^-53 from it, further than rounding reaches.
 */
export function floorDivSafe(a: number, b: number): number {
  return Math.floor(a / b);
}

function ceilDivSafe(a: number, b: number): number {
  const quotient = Math.floor(a / b);
  return quotient * b === a ? quotient : quotient + 1;
}

function toSafe(value: bigint): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError('The result is beyond the safe integers');
  return number;
}
