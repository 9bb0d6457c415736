export { coinRecord } from './coin-record.ts';
export { amountText, averagePrice, ppmPercent, shownName } from './format.ts';
export { readAmount, readLots, readTicks } from './input.ts';
export { type Decimals, marketDecimal, trimmedDecimal } from './market-decimal.ts';
export {
  type HeardKline,
  type KlineMarket,
  type PackedKlines,
  packKlines,
  type SaidCandle,
  toKline,
  unpackKlines,
} from './packed-klines.ts';
export { usdtValue, valuingSymbols } from './usdt-value.ts';
