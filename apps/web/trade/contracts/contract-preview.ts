import type { ContractMarketRow } from '@candor/contract';
import { type Amount, formatDecimalTrimmed, parseDecimal } from '@candor/money';
import {
  initialMargin,
  liquidationTicks,
  notionalOf,
  type PositionTerms,
  type TierStep,
  tierSteps,
  tradingFee,
} from '@candor/rules';
import { ppmOfPercent } from '../form/preview.ts';

/** USDT's decimals in every journal. */
const SCALE = 8;
const UNIT = 10n ** BigInt(SCALE);

/** What an opening order would cost and risk if it filled whole at the price. Amounts in USDT. */
export interface ContractPreview {
  readonly value: string;
  /** Initial margin and fee together: what must be available. */
  readonly cost: string;
  readonly costUnits: bigint;
  readonly fee: string;
  /** Null where no price liquidates it, or where it hangs on what else the wallet holds. */
  readonly liquidationPrice: string | null;
}

export interface ContractDraft {
  readonly side: 'long' | 'short';
  readonly price: string;
  /** Whole contracts. */
  readonly quantity: string;
  readonly leverage: number;
  readonly marginMode: 'isolated' | 'cross';
}

/** The tiers of a contract as the formulas take them. */
export function stepsOf({ tiers }: ContractMarketRow): TierStep[] {
  return tierSteps(
    tiers.map((tier) => ({
      floorNotional: (parseDecimal(tier.notionalFloor, SCALE) ?? 0n) as Amount,
      mmrPpm: ppmOfPercent(tier.maintenanceMarginPercent),
      maxLeverage: tier.maxLeverage,
    })),
  );
}

/** Base units of one contract at one tick. */
function unitsPerTickLot(row: ContractMarketRow): number {
  const tick = parseDecimal(row.tick_size, SCALE) ?? 0n;
  const size = parseDecimal(row.contract_size, SCALE) ?? 0n;
  return Number((tick * size) / UNIT);
}

function ticksOf(row: ContractMarketRow, price: string): number {
  const tick = parseDecimal(row.tick_size, SCALE) ?? 0n;
  const units = parseDecimal(price, SCALE) ?? 0n;
  return tick === 0n ? 0 : Number(units / tick);
}

function priceText(row: ContractMarketRow, ticks: number): string {
  const tick = parseDecimal(row.tick_size, SCALE) ?? 0n;
  return formatDecimalTrimmed(BigInt(ticks) * tick, SCALE);
}

/**
 * The preview of a draft, by the formulas that the ledger uses. `walletUnits` is the contract wallet where nothing else
 * stands in it, so that a cross position's liquidation price can be told; null where something does.
 */
export function contractPreview(
  row: ContractMarketRow,
  draft: ContractDraft,
  walletUnits: bigint | null,
): ContractPreview | null {
  const lots = Number(draft.quantity);
  const ticks = ticksOf(row, draft.price);
  if (!Number.isSafeInteger(lots) || lots <= 0 || ticks <= 0) return null;
  const perTickLot = unitsPerTickLot(row);
  const value = notionalOf(lots, ticks, perTickLot);
  const margin = initialMargin(value, draft.leverage);
  const fee = tradingFee(value as Amount, ppmOfPercent(row.taker_fee_percent));
  const position: PositionTerms = {
    sign: draft.side === 'long' ? 1 : -1,
    lots,
    entryCost: value,
    unitsPerTickLot: perTickLot,
  };
  const collateral =
    draft.marginMode === 'isolated' ? margin : walletUnits === null ? null : walletUnits - fee;
  const liquidation = collateral === null ? null : liquidationTicks(position, collateral, stepsOf(row));
  const costUnits = margin + fee;
  return {
    value: formatDecimalTrimmed(value, SCALE),
    cost: formatDecimalTrimmed(costUnits, SCALE),
    costUnits,
    fee: formatDecimalTrimmed(fee, SCALE),
    liquidationPrice: liquidation === null ? null : priceText(row, liquidation),
  };
}

/** The most contracts that `available` pays for at a price and a leverage, fee included. */
export function affordable(
  row: ContractMarketRow,
  draft: Omit<ContractDraft, 'quantity'>,
  availableUnits: bigint,
): number {
  const one = contractPreview(row, { ...draft, quantity: '1' }, null);
  if (one === null || one.costUnits <= 0n) return 0;
  return Number(availableUnits / one.costUnits);
}

/** A position, or the order that makes one, and the price at which a part of it would be closed. */
export interface StopTerms {
  readonly side: 'long' | 'short';
  readonly entryPrice: string | null;
  /** Whole contracts. */
  readonly quantity: string;
  readonly trigger: string;
}

/** Wide enough for average entry prices. */
const PRICE_SCALE = 12;

/** What closing at the trigger price would win or lose, in USDT and before fees; null while something is missing. */
export function stopResult(
  row: ContractMarketRow,
  { side, entryPrice, quantity, trigger }: StopTerms,
): string | null {
  const entry = entryPrice === null ? null : parseDecimal(entryPrice, PRICE_SCALE);
  const exit = parseDecimal(trigger, PRICE_SCALE);
  const lots = parseDecimal(quantity, 0);
  const size = parseDecimal(row.contract_size, SCALE);
  if (!entry || !exit || !lots || size === null) return null;
  const gained = (side === 'long' ? exit - entry : entry - exit) * lots * size;
  return formatDecimalTrimmed(gained / 10n ** BigInt(PRICE_SCALE), SCALE);
}

/** Base units of one contract at one tick, and how a price in ticks is written: what receipts are recomputed with. */
export function settlementTerms(row: ContractMarketRow) {
  return {
    unitsPerTickLot: unitsPerTickLot(row),
    scale: SCALE,
    price: (ticks: number) => priceText(row, ticks),
  };
}
