import type { ContractMarketRow, PositionRow } from '@candor/api';
import { formatDecimalTrimmed } from '@candor/money';
import {
  initialMargin,
  maintenanceMargin,
  notionalOf,
  type PositionTerms,
  positionMaintenance,
  unrealisedPnl,
} from '@candor/rules';
import { stepsOf, ticksOf, units, usdtText } from '../trade/draft/contract-terms.ts';
import { crossBacking, liquidationText, type OpenPerpetuals, termsOf } from './perpetual-terms.ts';

/** The price at which positions of a contract are valued now. */
export interface MarkNow {
  readonly markPrice: string | null;
  /** No fresh index stands behind it. */
  readonly isStale: boolean;
}

const MICROS = 1_000_000n;
const PERCENT_DECIMALS = 2;

/** `part` in percent of `whole` with two decimals, cut; null where there is nothing to compare with. */
function ratioText(part: bigint, whole: bigint): string | null {
  return whole <= 0n ? null : formatDecimalTrimmed((part * 10_000n) / whole, PERCENT_DECIMALS);
}

interface Valued {
  readonly row: ContractMarketRow | undefined;
  readonly position: PositionRow;
  readonly pnl: bigint;
  readonly initial: bigint;
  /** In millionths of a base unit. */
  readonly maintenance: bigint;
}

function valued(
  position: PositionRow,
  row: ContractMarketRow | undefined,
  markPrice: string | null | undefined,
): Valued {
  const ticks = row === undefined || markPrice == null ? 0 : ticksOf(row, markPrice);
  if (row === undefined || ticks === 0) {
    const told = { pnl: units(position.unrealisedPnl), initial: units(position.margin) };
    return { row, position, ...told, maintenance: units(position.maintenanceMargin) * MICROS };
  }
  const terms: PositionTerms = termsOf(row, position);
  const notional = notionalOf(terms.lots, ticks, terms.unitsPerTickLot);
  const pnl = unrealisedPnl(terms, ticks);
  const initial = initialMargin(notional, position.leverage);
  const steps = stepsOf(row);
  const margin = position.marginMode === 'isolated' ? units(position.positionMargin) : initial;
  return {
    row,
    pnl,
    initial,
    maintenance: positionMaintenance(terms, ticks, steps),
    position: {
      ...position,
      markPrice: markPrice as string,
      value: usdtText(notional),
      margin: usdtText(initial),
      positionMargin: usdtText(margin),
      money: usdtText(margin),
      maintenanceMargin: usdtText(maintenanceMargin(notional, steps)),
      unrealisedPnl: usdtText(pnl),
      returnPercent: ratioText(pnl, initial),
    },
  };
}

/**
 * All that is open with every figure at one and the same marks: profit, margins, ratios and liquidation prices of the
 * positions, and the sums of the wallet. `marks` are the latest by symbol; a position without one is unchanged. The
 * figures are the server's own at those marks, to the last unit.
 */
export function valuedAt(
  open: OpenPerpetuals,
  marks: ReadonlyMap<string, MarkNow>,
  rows: readonly ContractMarketRow[],
): OpenPerpetuals {
  const { account } = open;
  const all = open.positions.map((position) =>
    valued(
      position,
      rows.find(({ symbol }) => symbol === position.symbol),
      marks.get(position.symbol)?.markPrice,
    ),
  );
  const cross = all.filter(({ position }) => position.marginMode === 'cross');
  const sum = (of: readonly Valued[], part: (valued: Valued) => bigint) =>
    of.reduce((total, each) => total + part(each), 0n);
  const pnl = sum(all, (each) => each.pnl);
  const crossPnl = sum(cross, (each) => each.pnl);
  const crossInitial = sum(cross, (each) => each.initial);
  const micros = sum(cross, (each) => each.maintenance);
  const maintenance = micros <= 0n ? 0n : (micros + MICROS - 1n) / MICROS;
  const ownCash = units(account.walletBalance) - units(account.isolatedMargin);
  const crossEquity = ownCash + crossPnl;
  const crossRatio = ratioText(maintenance, crossEquity);
  const toldCross = open.positions.filter(({ marginMode }) => marginMode === 'cross');
  const orderMargin =
    units(account.initialMargin) - toldCross.reduce((total, { margin }) => total + units(margin), 0n);
  const need = crossPnl < 0n ? crossInitial - crossPnl : crossInitial;
  const free = ownCash - orderMargin - need;
  const keepsAvailable =
    cross.length === 0 || cross.some(({ position }) => marks.get(position.symbol)?.isStale !== false);
  const atMarks: OpenPerpetuals = {
    ...open,
    positions: all.map(({ position }) => position),
    account: {
      ...account,
      unrealisedPnl: usdtText(pnl),
      equity: usdtText(units(account.walletBalance) + pnl),
      initialMargin: usdtText(crossInitial + orderMargin),
      maintenanceMargin: usdtText(maintenance),
      available: keepsAvailable ? account.available : usdtText(free < 0n ? 0n : free),
      marginRatio: crossRatio,
    },
  };
  return {
    ...atMarks,
    positions: all.map((each) => ({
      ...each.position,
      ...(each.position.marginMode === 'cross'
        ? { collateralAssetRatio: crossRatio, expectedLiquidationPrice: liquidationOf(each, atMarks) }
        : { collateralAssetRatio: isolatedRatio(each) }),
    })),
  };
}

function isolatedRatio({ position, pnl }: Valued): string | null {
  return ratioText(units(position.maintenanceMargin), units(position.positionMargin) + pnl);
}

function liquidationOf({ row, position }: Valued, open: OpenPerpetuals): string | null {
  if (row === undefined) return position.expectedLiquidationPrice;
  return liquidationText(row, position, crossBacking(row, open, position));
}
