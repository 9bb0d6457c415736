import type { ContractMarketRow } from '@candor/api';
import { type Amount, formatDecimalTrimmed, parseDecimal } from '@candor/money';
import { type TierStep, tierSteps } from '@candor/rules';
import { ppmOfPercent } from './preview.ts';

/** USDT's decimals in every journal. */
export const SCALE = 8;
const UNIT = 10n ** BigInt(SCALE);

/** The tiers of a contract as the formulas take them. */
export function stepsOf({ tiers }: Pick<ContractMarketRow, 'tiers'>): TierStep[] {
  return tierSteps(
    tiers.map((tier) => ({
      floorNotional: (parseDecimal(tier.notionalFloor, SCALE) ?? 0n) as Amount,
      mmrPpm: ppmOfPercent(tier.maintenanceMarginPercent),
      maxLeverage: tier.maxLeverage,
    })),
  );
}

/** Base units of one contract at one tick. */
export function unitsPerTickLot(row: ContractMarketRow): number {
  const tick = parseDecimal(row.tick_size, SCALE) ?? 0n;
  const size = parseDecimal(row.contract_size, SCALE) ?? 0n;
  return Number((tick * size) / UNIT);
}

/** A price in whole ticks, rounded down; 0 for what is no price. */
export function ticksOf(row: ContractMarketRow, price: string): number {
  const tick = parseDecimal(row.tick_size, SCALE) ?? 0n;
  const units = parseDecimal(price, SCALE) ?? 0n;
  return tick === 0n ? 0 : Number(units / tick);
}

export function priceText(row: ContractMarketRow, ticks: number): string {
  const tick = parseDecimal(row.tick_size, SCALE) ?? 0n;
  return formatDecimalTrimmed(BigInt(ticks) * tick, SCALE);
}

/** An amount of USDT in base units, with its sign; null counts as 0. */
export function units(amount: string | null): bigint {
  return amount === null ? 0n : (parseDecimal(amount, SCALE, { signed: true }) ?? 0n);
}

/** Base units of USDT as text. */
export function usdtText(amount: bigint): string {
  return formatDecimalTrimmed(amount, SCALE);
}

export function signOf(side: 'long' | 'short'): 1 | -1 {
  return side === 'long' ? 1 : -1;
}
