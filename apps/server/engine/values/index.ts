export { coinRecord } from './coin-record.ts';
export { amountText, averagePrice, ppmPercent, shownName } from './format.ts';
export { readAmount, readLots, readTicks } from './input.ts';
export { type Decimals, marketDecimal, trimmedDecimal } from './market-decimal.ts';
export {
  type HeardKline,
  type KlineMarket,
  type PackedKlines,
  type PublishedCandle,
  packKlines,
  toKline,
  unpackKlines,
} from './packed-klines.ts';
export { poolEntryRowOf } from './pool-entry.ts';
export { swapQuoteRowOf } from './swap-quote.ts';
export { usdtValue, valuingSymbols } from './usdt-value.ts';
