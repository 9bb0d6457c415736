/**
 * The price log: one line of text for each index price, with the raw venue inputs that it was made of. The text is
 * canonical (one entry has exactly one line), so that a chain of hashes over it can be recomputed by anybody.
 *
 *     <tick> <time ms> <symbol> <index ticks or -> <venue>:<bid ticks>:<ask ticks>:<venue time ms> ...
 */
export interface PriceLogInput {
  readonly venueId: number;
  readonly bidTicks: number;
  readonly askTicks: number;
  readonly venueTimeMs: number;
}

export interface PriceLogEntry {
  readonly tickNo: number;
  readonly timeMs: number;
  readonly symbol: string;
  /** Null while the index is stale. */
  readonly indexTicks: number | null;
  /** Ordered by venue id, each venue once. */
  readonly inputs: readonly PriceLogInput[];
}

const SYMBOL = /^[A-Z0-9]{2,20}$/;
const WHOLE = /^(0|[1-9]\d{0,15})$/;

/** Writes an entry as its line, without a line end. Throws RangeError for what no line can hold. */
export function formatPriceLogEntry(entry: PriceLogEntry): string {
  const index = entry.indexTicks === null ? '-' : String(entry.indexTicks);
  const inputs = entry.inputs.map(
    ({ venueId, bidTicks, askTicks, venueTimeMs }) => `${venueId}:${bidTicks}:${askTicks}:${venueTimeMs}`,
  );
  const line = [entry.tickNo, entry.timeMs, entry.symbol, index, ...inputs].join(' ');
  if (parsePriceLogEntry(line) === null) throw new RangeError(`no entry of a price log: ${line}`);
  return line;
}

/** Reads a line; null for anything that `formatPriceLogEntry` would not have written. */
export function parsePriceLogEntry(line: string): PriceLogEntry | null {
  const [tick = '', time = '', symbol = '', index = '', ...fields] = line.split(' ');
  const tickNo = whole(tick);
  const timeMs = whole(time);
  const indexTicks = index === '-' ? null : whole(index);
  if (tickNo === null || timeMs === null || !SYMBOL.test(symbol)) return null;
  if (index !== '-' && indexTicks === null) return null;
  const inputs: PriceLogInput[] = [];
  for (const field of fields) {
    const input = parseInput(field);
    if (input === null || input.venueId <= (inputs.at(-1)?.venueId ?? -1)) return null;
    inputs.push(input);
  }
  return { tickNo, timeMs, symbol, indexTicks, inputs };
}

/** The text whose hash chains this line to the one before: hex of the previous hash (empty for the first) and the line. */
export function priceLogLink(previousHash: string, line: string): string {
  return `candor price log 1\n${previousHash}\n${line}\n`;
}

function parseInput(field: string): PriceLogInput | null {
  const parts = field.split(':');
  if (parts.length !== 4) return null;
  const [venueId, bidTicks, askTicks, venueTimeMs] = parts.map(whole);
  if (venueId == null || bidTicks == null || askTicks == null || venueTimeMs == null) return null;
  return { venueId, bidTicks, askTicks, venueTimeMs };
}

function whole(text: string): number | null {
  if (!WHOLE.test(text)) return null;
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : null;
}
