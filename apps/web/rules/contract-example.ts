import type { ContractMarketRow } from '@candor/api';
import { type Amount, formatDecimalTrimmed, mulDivFloor, parseDecimal } from '@candor/money';
import {
  fundingCredit,
  fundingDue,
  isLiquidated,
  liquidationFee,
  maintenanceMargin,
  notionalOf,
  type PositionTerms,
  positionMaintenance,
  previewPerpetual,
  realisedPnl,
  tradingFee,
  unrealisedPnl,
} from '@candor/rules';
import {
  priceText,
  signOf,
  stepsOf,
  ticksOf,
  unitsPerTickLot,
  usdtText,
} from '../trade/draft/contract-terms.ts';
import { ppmOfPercent } from '../trade/draft/preview.ts';

/** A percent of funding has seven decimals: it is a rate in parts per billion. */
const PPB_SCALE = 7;
const PPM_SCALE = 4;
const PPM = 1_000_000n;

/** Figures of the reader; '' for what is missing or no number. Prices in USDT, rates in percent. */
export interface ContractInput {
  readonly side: 'long' | 'short';
  /** Whole contracts. */
  readonly contracts: string;
  readonly leverage: string;
  readonly feePercent: string;
  readonly entryPrice: string;
  readonly exitPrice: string;
  readonly markPrice: string;
  readonly fundingPercent: string;
  /** Side that pays funding. */
  readonly payer: 'long' | 'short';
}

/** One isolated position by the formulas of the ledger; amounts in USDT. */
export interface ContractOutcome {
  readonly value: string;
  readonly margin: string;
  readonly openFee: string;
  /** Null where no price above 0 liquidates the position. */
  readonly liquidation: LiquidationOutcome | null;
  readonly markPnl: string;
  readonly markValue: string;
  /** True where the mark price liquidates the position. */
  readonly isLiquidated: boolean;
  /** Payment of one interval: above 0 received, below 0 paid. */
  readonly funding: string;
  readonly exitPnl: string;
  readonly exitValue: string;
  readonly closeFee: string;
  /** P&L at the exit, less both fees, with one payment of funding. */
  readonly net: string;
  /** Highest leverage that the size of the position allows. */
  readonly maxLeverage: number;
}

/** State of a position at its liquidation price, and the fee if all of it is closed there. */
export interface LiquidationOutcome {
  readonly price: string;
  readonly value: string;
  readonly equity: string;
  readonly maintenance: string;
  readonly fee: string;
}

/** Figures of the reader as the formulas take them; null while one is missing. */
function read(row: ContractMarketRow, input: ContractInput) {
  const [lots, leverage] = [Number(input.contracts), Number(input.leverage)];
  const [entry, exit, mark] = [input.entryPrice, input.exitPrice, input.markPrice].map((price) =>
    ticksOf(row, price),
  ) as [number, number, number];
  const fundingPpb = parseDecimal(input.fundingPercent, PPB_SCALE);
  const wholes = [lots, leverage, entry, exit, mark];
  if (fundingPpb === null || !wholes.every((whole) => Number.isSafeInteger(whole) && whole > 0)) return null;
  return { lots, leverage, entry, exit, mark, fundingPpb: Number(fundingPpb) };
}

/** Opens a position of the reader's figures as the ticket previews it; all that follows is computed from it. */
function opened(
  row: ContractMarketRow,
  input: Pick<ContractInput, 'side' | 'feePercent'>,
  lots: number,
  leverage: number,
  entry: number,
) {
  return previewPerpetual(
    {
      sign: signOf(input.side),
      lots,
      priceTicks: entry,
      leverage,
      feePpm: ppmOfPercent(input.feePercent),
      reduceOnly: false,
    },
    { position: null, isIsolated: true, margin: 0n, collateral: 0n },
    {
      unitsPerTickLot: unitsPerTickLot(row),
      steps: stepsOf(row),
      liquidationFeePpm: ppmOfPercent(row.liquidation_fee_percent),
    },
  );
}

/** Returns the state of a position at its liquidation price. */
function liquidationAt(
  row: ContractMarketRow,
  position: PositionTerms,
  margin: bigint,
  ticks: number,
): LiquidationOutcome {
  const value = notionalOf(position.lots, ticks, position.unitsPerTickLot);
  const equity = margin + realisedPnl(position, position.lots, ticks);
  const fee = liquidationFee(value, ppmOfPercent(row.liquidation_fee_percent), equity, equity);
  return {
    price: priceText(row, ticks),
    value: usdtText(value),
    equity: usdtText(equity),
    maintenance: usdtText(maintenanceMargin(value, stepsOf(row))),
    fee: usdtText(fee),
  };
}

/** Computes a position of the reader's figures from opening to closing; null while a figure is missing. */
export function contractOutcome(row: ContractMarketRow, input: ContractInput): ContractOutcome | null {
  const figures = read(row, input);
  if (figures === null) return null;
  const { lots, leverage, entry, exit, mark, fundingPpb } = figures;
  const seen = opened(row, input, lots, leverage, entry);
  const position = seen.position as PositionTerms;
  const margin = seen.initialMargin;
  const markValue = notionalOf(lots, mark, position.unitsPerTickLot);
  const exitValue = notionalOf(lots, exit, position.unitsPerTickLot);
  const markPnl = unrealisedPnl(position, mark);
  const exitPnl = realisedPnl(position, lots, exit);
  const closeFee = tradingFee(exitValue as Amount, ppmOfPercent(input.feePercent));
  const funding =
    input.payer === input.side ? -fundingDue(markValue, fundingPpb) : fundingCredit(markValue, fundingPpb);
  const { liquidationTicks } = seen;
  return {
    value: usdtText(seen.notional),
    margin: usdtText(margin),
    openFee: usdtText(seen.fee),
    liquidation: liquidationTicks === null ? null : liquidationAt(row, position, margin, liquidationTicks),
    markPnl: usdtText(markPnl),
    markValue: usdtText(markValue),
    isLiquidated: isLiquidated(margin + markPnl, positionMaintenance(position, mark, stepsOf(row))),
    funding: usdtText(funding),
    exitPnl: usdtText(exitPnl),
    exitValue: usdtText(exitValue),
    closeFee: usdtText(closeFee),
    net: usdtText(exitPnl - seen.fee - closeFee + funding),
    maxLeverage: stepsOf(row)[seen.tier]!.maxLeverage,
  };
}

/**
 * Returns the move of the mark price, in percent rounded down, that liquidates one contract opened at a price with a
 * leverage; null where none does.
 */
export function moveToLiquidation(row: ContractMarketRow, price: string, leverage: number): string | null {
  const entry = ticksOf(row, price);
  if (entry <= 0) return null;
  const long = { side: 'long', feePercent: row.taker_fee_percent } as const;
  const { liquidationTicks } = opened(row, long, 1, leverage, entry);
  if (liquidationTicks === null) return null;
  const move = mulDivFloor(BigInt(entry - liquidationTicks), PPM, BigInt(entry));
  return formatDecimalTrimmed(move, PPM_SCALE);
}
