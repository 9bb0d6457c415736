import type { PerpetualInfo } from '@candor/kernel';
import {
  type Amount,
  formatDecimalTrimmed,
  type Lots,
  mulDivFloor,
  type PriceTicks,
  ticksToDecimal,
} from '@candor/money';

const PPM_DECIMALS = 6;
const PPB_DECIMALS = 9;
const PERCENT_SHIFT = 2;
const RATIO_DECIMALS = 2;
const EXTRA_PRICE_DECIMALS = 2;

/** Figures of contracts as text. Amounts are in base units of the settle asset, whose decimals `scale` are. */
export interface Figures {
  price(contract: PerpetualInfo, ticks: PriceTicks | null): string | null;
  amount(contract: PerpetualInfo, units: Amount): string;
  /** Cost / lots as a price with two decimals more than the tick, rounded down: it is only shown. Null without lots. */
  average(contract: PerpetualInfo, lots: Lots, cost: Amount): string | null;
}

/** Figures in the decimals of each contract's settle asset. */
export function figuresOf(scaleOf: (assetId: number) => number): Figures {
  return {
    price: (contract, ticks) => (ticks === null ? null : ticksToDecimal(ticks, contract)),
    amount: (contract, units) => formatDecimalTrimmed(units, scaleOf(contract.settleAssetId)),
    average(contract, lots, cost) {
      if (lots === 0) return null;
      // One tick is this many units of 10^-decimals.
      const decimals = contract.priceDecimals + EXTRA_PRICE_DECIMALS;
      const tickUnits = tickIn(contract, decimals);
      const units = mulDivFloor(cost, tickUnits, BigInt(lots) * contract.quotePerTickLot);
      return formatDecimalTrimmed(units, decimals);
    },
  };
}

function tickIn(contract: PerpetualInfo, decimals: number): bigint {
  const [whole = '0', fraction = ''] = contract.tickDecimal.split('.');
  return BigInt(whole + fraction.padEnd(decimals, '0').slice(0, decimals));
}

/** Whole contracts as text: one contract is one lot. */
export function contractsText(lots: number): string {
  return String(lots);
}

/** Parts per million as percent text: 5000 is "0.5". */
export function ppmText(ppm: number): string {
  return formatDecimalTrimmed(BigInt(ppm), PPM_DECIMALS - PERCENT_SHIFT);
}

/** Parts per billion as percent text, with a sign: 100000 is "0.01". */
export function ppbText(ppb: number): string {
  return formatDecimalTrimmed(BigInt(ppb), PPB_DECIMALS - PERCENT_SHIFT);
}

/** `part` in percent of `whole` with two decimals, rounded down; null where there is nothing to compare with. */
export function ratioText(part: bigint, whole: bigint): string | null {
  if (whole <= 0n) return null;
  const scaled = (part * 10n ** BigInt(RATIO_DECIMALS + PERCENT_SHIFT)) / whole;
  return formatDecimalTrimmed(scaled, RATIO_DECIMALS);
}

/** The value of lots at a price, exactly. */
export function notionalOf(contract: PerpetualInfo, ticks: PriceTicks, lots: number): Amount {
  return (BigInt(ticks) * BigInt(lots) * contract.quotePerTickLot) as Amount;
}
