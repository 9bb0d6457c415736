import type { ContractMarketRow, PositionMessage, PositionRow } from '@candor/api';
import { formatDecimalTrimmed, mulDivFloor, parseDecimal } from '@candor/money';
import { liquidationTicksBeside, type PerpetualPreviewPosition, type PositionTerms } from '@candor/rules';
import { priceText, signOf, stepsOf, units, unitsPerTickLot } from '../trade/draft/contract-terms.ts';

/** An average price is shown with two decimals more than a tick. */
const EXTRA_DECIMALS = 2;

/** All open contracts of a user, as in one message. */
export type OpenPerpetuals = Pick<PositionMessage, 'positions' | 'orders' | 'stops' | 'account'>;

/** Returns the average price of contracts, with two decimals more than a tick, rounded down: it is only shown. */
export function averageText(row: ContractMarketRow, lots: number, cost: bigint): string | null {
  const lotUnits = BigInt(lots) * BigInt(unitsPerTickLot(row));
  if (lotUnits === 0n) return null;
  const decimals = row.full_cou + EXTRA_DECIMALS;
  const tick = parseDecimal(row.tick_size, decimals) ?? 0n;
  return formatDecimalTrimmed(mulDivFloor(cost, tick, lotUnits), decimals);
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
