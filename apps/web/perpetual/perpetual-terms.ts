import type { ContractMarketRow, PositionMessage, PositionRow } from '@candor/api';
import { type Amount, formatDecimalTrimmed, mulDivFloor, parseDecimal } from '@candor/money';
import {
  liquidationTicksBeside,
  type PerpetualPreviewPosition,
  type PositionTerms,
  type TierStep,
  tierSteps,
} from '@candor/rules';
import { ppmOfPercent } from '../trade/draft/preview.ts';

/** USDT's decimals in every journal. */
export const SCALE = 8;
const UNIT = 10n ** BigInt(SCALE);
/** An average price is shown with two decimals more than a tick. */
const EXTRA_DECIMALS = 2;

/** All open contracts of a user, as in one message. */
export type OpenPerpetuals = Pick<PositionMessage, 'positions' | 'orders' | 'stops' | 'account'>;

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

/** Returns the average price of contracts, with two decimals more than a tick, rounded down: it is only shown. */
export function averageText(row: ContractMarketRow, lots: number, cost: bigint): string | null {
  const lotUnits = BigInt(lots) * BigInt(unitsPerTickLot(row));
  if (lotUnits === 0n) return null;
  const decimals = row.full_cou + EXTRA_DECIMALS;
  const tick = parseDecimal(row.tick_size, decimals) ?? 0n;
  return formatDecimalTrimmed(mulDivFloor(cost, tick, lotUnits), decimals);
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

/** An open position as the formulas take it. */
export function termsOf(row: ContractMarketRow, position: PositionRow): PositionTerms {
  return {
    sign: signOf(position.positionSide),
    lots: Number(position.openInterest),
    entryCost: units(position.entryValue),
    unitsPerTickLot: unitsPerTickLot(row),
  };
}

/**
 * Backing of a cross position: the wallet without isolated margins, and what the cross positions in other contracts have
 * beyond their maintenance margins; and the position beside it in its own contract, whose mark moves with it.
 */
export function crossBacking(
  row: ContractMarketRow,
  { positions, account }: OpenPerpetuals,
  held: PositionRow | undefined,
): { readonly collateral: bigint; readonly beside: PositionTerms | null } {
  let collateral = units(account.walletBalance) - units(account.isolatedMargin);
  let beside: PositionTerms | null = null;
  for (const other of positions) {
    if (other.id === held?.id || other.marginMode === 'isolated') continue;
    if (other.symbol === row.symbol) beside = termsOf(row, other);
    else collateral += units(other.unrealisedPnl) - units(other.maintenanceMargin);
  }
  return { collateral, beside };
}

/** The liquidation price of a position; `backing`: its margin, or what backs a cross one. */
export function liquidationText(
  row: ContractMarketRow,
  position: PositionRow,
  { collateral, beside }: ReturnType<typeof crossBacking>,
): string | null {
  const ticks = liquidationTicksBeside(termsOf(row, position), beside, collateral, stepsOf(row));
  return ticks === null ? null : priceText(row, ticks);
}

/** Returns the position that an order meets, and its collateral. Exact, as of the last mark received. */
export function standing(
  row: ContractMarketRow,
  { side, marginMode }: { readonly side: 'long' | 'short'; readonly marginMode: 'isolated' | 'cross' },
  open: OpenPerpetuals | null,
): PerpetualPreviewPosition {
  const isIsolated = marginMode === 'isolated';
  const nothing = { position: null, isIsolated, margin: 0n, collateral: 0n };
  if (open === null) return nothing;
  const held = open.positions.find(
    ({ symbol, positionSide }) =>
      symbol === row.symbol && (open.account.positionMode === 'one-way' || positionSide === side),
  );
  const { collateral, beside } = crossBacking(row, open, held);
  if (held === undefined) return { ...nothing, collateral, beside: isIsolated ? null : beside };
  const margin = isIsolated ? units(held.positionMargin) : 0n;
  return { position: termsOf(row, held), isIsolated, margin, collateral, beside: isIsolated ? null : beside };
}
