export { coinRecord } from './coin-record.ts';
export { amountText, averagePrice, ppmPercent, shownName } from './format.ts';
export { readAmount, readLots, readTicks } from './input.ts';
export { usdtValue, valuingSymbols } from './usdt-value.ts';
