import { INTERVALS, type Interval, type Kline, klineSchema } from '@candor/api';
import { type Candle, MARKET_SCALE } from '@candor/prices';
import { type Decimals, marketDecimal } from './market-decimal.ts';

/** A market that candles are said of: the symbols that share them, and how it writes figures. */
export interface KlineMarket {
  readonly names: readonly string[];
  readonly decimals: Decimals;
}

/** A candle that is published. */
export interface PublishedCandle {
  readonly market: KlineMarket;
  readonly interval: Interval;
  readonly candle: Candle;
  readonly closed: boolean;
}

/**
 * Candles as they cross the bus, in the order in which they were published. Each trade changes eight candles of a symbol
 * and of the contracts on it, and hardly anybody looks at them: as objects of text they take ten times as long.
 */
export interface PackedKlines {
  readonly markets: readonly KlineMarket[];
  /** By candle: the index of its market, that of its interval, its opening in ms, and its flags. */
  readonly heads: Float64Array;
  /** By candle: open, high, low, close and volume in 1e-8. */
  readonly figures: BigInt64Array;
  /** Candles with a figure that does not fit into 63 bits, in their order, as they are shown. */
  readonly large: readonly Kline[];
}

const HEAD_NUMBERS = 4;
const FIGURES = 5;
const CLOSED = 1;
const LARGE = 2;
const MOST = 2n ** 63n - 1n;

/** Packs candles for the bus. */
export function packKlines(candles: readonly PublishedCandle[]): PackedKlines {
  const markets = new Map<KlineMarket, number>();
  const heads = new Float64Array(HEAD_NUMBERS * candles.length);
  const figures = new BigInt64Array(FIGURES * candles.length);
  const large: Kline[] = [];
  for (const [index, said] of candles.entries()) {
    const { market, interval, candle, closed } = said;
    if (!markets.has(market)) markets.set(market, markets.size);
    const head = HEAD_NUMBERS * index;
    heads[head] = markets.get(market)!;
    heads[head + 1] = INTERVALS.indexOf(interval);
    heads[head + 2] = candle.openMs;
    heads[head + 3] = (closed ? CLOSED : 0) | (fits(candle) ? 0 : LARGE);
    if (!fits(candle)) {
      large.push(toKline(candle, closed, market.decimals));
      continue;
    }
    const figure = FIGURES * index;
    figures[figure] = candle.open;
    figures[figure + 1] = candle.high;
    figures[figure + 2] = candle.low;
    figures[figure + 3] = candle.close;
    figures[figure + 4] = candle.volume;
  }
  return { markets: [...markets.keys()], heads, figures, large };
}

/** A candle for a channel: `toJSON` writes it where somebody hears it. */
export interface HeardKline {
  readonly t: number;
  toJSON(): Kline;
}

/**
 * Calls `take` with each candle, its interval and the symbols that it belongs to, in order. Throws RangeError for
 * anything but packed candles, before the first call.
 */
export function unpackKlines(
  message: unknown,
  take: (names: readonly string[], interval: Interval, kline: HeardKline) => void,
): void {
  const packed = checked(message);
  const { markets, heads, large } = packed;
  let nextLarge = 0;
  for (let head = 0; head < heads.length; head += HEAD_NUMBERS) {
    const market = markets[heads[head]!]!;
    const isLarge = (heads[head + 3]! & LARGE) !== 0;
    const kline = isLarge
      ? new ShownKline(large[nextLarge++]!)
      : new PackedKline(packed, head / HEAD_NUMBERS, market.decimals);
    take(market.names, INTERVALS[heads[head + 1]!]!, kline);
  }
}

class ShownKline implements HeardKline {
  readonly #kline: Kline;

  constructor(kline: Kline) {
    this.#kline = kline;
  }

  get t(): number {
    return this.#kline.t;
  }

  toJSON(): Kline {
    return this.#kline;
  }
}

class PackedKline implements HeardKline {
  readonly #packed: PackedKlines;
  readonly #index: number;
  readonly #decimals: Decimals;

  constructor(packed: PackedKlines, index: number, decimals: Decimals) {
    this.#packed = packed;
    this.#index = index;
    this.#decimals = decimals;
  }

  get t(): number {
    return this.#packed.heads[HEAD_NUMBERS * this.#index + 2]!;
  }

  toJSON(): Kline {
    const { heads, figures } = this.#packed;
    const at = FIGURES * this.#index;
    const candle = {
      openMs: this.t,
      open: figures[at]!,
      high: figures[at + 1]!,
      low: figures[at + 2]!,
      close: figures[at + 3]!,
      volume: figures[at + 4]!,
    };
    const closed = (heads[HEAD_NUMBERS * this.#index + 3]! & CLOSED) !== 0;
    return toKline(candle, closed, this.#decimals);
  }
}

/** A candle as the public sees it. */
export function toKline(candle: Omit<Candle, 'quoteVolume'>, closed: boolean, decimals: Decimals): Kline {
  return {
    t: candle.openMs,
    o: marketDecimal(candle.open, decimals.price),
    h: marketDecimal(candle.high, decimals.price),
    l: marketDecimal(candle.low, decimals.price),
    c: marketDecimal(candle.close, decimals.price),
    v: marketDecimal(candle.volume, decimals.quantity),
    closed,
  };
}

/** Checks a message of another process as far as reading it needs. Throws RangeError. */
function checked(message: unknown): PackedKlines {
  const { markets, heads, figures, large } = (message ?? {}) as Partial<Record<keyof PackedKlines, unknown>>;
  if (!Array.isArray(markets) || !(heads instanceof Float64Array) || !(figures instanceof BigInt64Array))
    throw new RangeError('These are no candles');
  const packed = message as PackedKlines;
  const count = heads.length / HEAD_NUMBERS;
  let largeCount = 0;
  for (let head = 0; head < heads.length; head += HEAD_NUMBERS) {
    if (
      !(heads[head]! in markets) ||
      !(heads[head + 1]! in INTERVALS) ||
      !Number.isSafeInteger(heads[head + 2])
    )
      throw new RangeError('A candle is of no market or interval');
    if ((heads[head + 3]! & LARGE) !== 0) largeCount += 1;
  }
  const areKlines = Array.isArray(large) && large.every((kline) => klineSchema.safeParse(kline).success);
  if (
    figures.length !== FIGURES * count ||
    !areKlines ||
    large.length !== largeCount ||
    !markets.every(isMarket)
  )
    throw new RangeError('These candles are not whole');
  return packed;
}

function isMarket(market: unknown): market is KlineMarket {
  const { names, decimals } = (market ?? {}) as Partial<KlineMarket>;
  const isDecimals = (value: unknown) =>
    Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MARKET_SCALE;
  return (
    Array.isArray(names) &&
    names.every((name) => typeof name === 'string') &&
    isDecimals(decimals?.price) &&
    isDecimals(decimals?.quantity)
  );
}

const fits = ({ open, high, low, close, volume }: Candle): boolean =>
  open <= MOST && high <= MOST && low <= MOST && close <= MOST && volume <= MOST;
