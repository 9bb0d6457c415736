const FORMAT_MASK = 0x5412;
const BYTES = 4;
const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/**
 * Reads the text of a QR code (ISO/IEC 18004) that is drawn as a path of unit squares, as a scanner does that sees no
 * damage: of byte mode and one block of codewords, which holds for up to 42 bytes. Throws RangeError for any other.
 */
export function readQrPath(path: string): string {
  const squares = [...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(
    ([, x, y]) => [Number(x), Number(y)] as const,
  );
  // The upper left finder begins where the border ends.
  const border = Math.min(...squares.map(([x]) => x));
  const size = Math.max(...squares.map(([x]) => x)) - border + 1;
  const dark = new Set(squares.map(([x, y]) => `${x - border} ${y - border}`));
  const at = (x: number, y: number): number => (dark.has(`${x} ${y}`) ? 1 : 0);
  const version = (size - 17) / 4;
  if (!Number.isInteger(version) || version < 1 || version > 3)
    throw new RangeError(`no small code: ${size}`);
  const mask = MASKS[((formatOf(at) ^ FORMAT_MASK) >> 10) & 7]!;
  const isFixed = (x: number, y: number): boolean =>
    (x < 9 && y < 9) ||
    (x < 9 && y >= size - 8) ||
    (x >= size - 8 && y < 9) ||
    x === 6 ||
    y === 6 ||
    (version > 1 && Math.abs(x - (size - 7)) <= 2 && Math.abs(y - (size - 7)) <= 2);
  let bits = '';
  for (const right of columns(size))
    for (let step = 0; step < size; step++)
      for (const x of [right, right - 1]) {
        const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
        if (!isFixed(x, y)) bits += at(x, y) ^ (mask(x, y) ? 1 : 0);
      }
  const take = (from: number, length: number) => Number.parseInt(bits.slice(from, from + length), 2);
  if (take(0, 4) !== BYTES) throw new RangeError('no code of bytes');
  const bytes = Array.from({ length: take(4, 8) }, (_, index) => take(12 + index * 8, 8));
  return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes));
}

/** The right columns of the pairs in which codewords run, without the one of the timing pattern. */
function columns(size: number): number[] {
  const pairs: number[] = [];
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    pairs.push(right);
  }
  return pairs;
}

/** The fifteen bits around the upper left finder. */
function formatOf(at: (x: number, y: number) => number): number {
  const places: (readonly [number, number])[] = [0, 1, 2, 3, 4, 5, 7, 8].map((y) => [8, y] as const);
  places.push([7, 8], ...[5, 4, 3, 2, 1, 0].map((x) => [x, 8] as const));
  return places.reduce((format, [x, y], bit) => format | (at(x, y) << bit), 0);
}
