import type { SymbolInfo } from '@candor/kernel';
import {
  type Amount,
  type Lots,
  lotsToDecimal,
  type PriceTicks,
  parseDecimal,
  toLots,
  toTicks,
} from '@candor/money';
import { Refusal } from '../../base/errors/refusal.ts';

/** Above this an amount would not fit the ledger's 64 bits with room to add. */
const MOST_UNITS = 2n ** 62n;

/** @throws Refusal PRICE_INVALID for what is no whole number of ticks */
export function readTicks(symbol: SymbolInfo, text: string, field = 'price'): PriceTicks {
  const ticks = toTicks(text, symbol);
  if (ticks === null || ticks <= 0) {
    throw new Refusal('PRICE_INVALID', { field, details: { step: symbol.tickDecimal } });
  }
  return ticks;
}

/** @throws Refusal QUANTITY_INVALID for what is no whole number of lots, QUANTITY_ABOVE_MAXIMUM for more than one order may have */
export function readLots(symbol: SymbolInfo, text: string): Lots {
  const lots = toLots(text, symbol);
  if (lots === null || lots <= 0) {
    throw new Refusal('QUANTITY_INVALID', { field: 'quantity', details: { step: symbol.lotDecimal } });
  }
  if (lots > symbol.maxLots) {
    const maximum = lotsToDecimal(symbol.maxLots, symbol);
    throw new Refusal('QUANTITY_ABOVE_MAXIMUM', { field: 'quantity', details: { maximum } });
  }
  return lots;
}

/**
 * A positive amount of an asset in base units.
 * @throws Refusal AMOUNT_INVALID with more decimals than the asset has, AMOUNT_TOO_LARGE beyond the ledger
 */
export function readAmount(text: string, scale: number, field: string): Amount {
  const units = parseDecimal(text, scale);
  if (units === null || units <= 0n) throw new Refusal('AMOUNT_INVALID', { field });
  if (units > MOST_UNITS) throw new Refusal('AMOUNT_TOO_LARGE', { field });
  return units as Amount;
}
