import type { ContractMarketRow } from '@candor/contract';
import { type Amount, formatDecimalTrimmed, parseDecimal } from '@candor/money';
import {
  type PerpetualPreviewOrder,
  type PerpetualPreviewPosition,
  previewPerpetual,
  type TierStep,
  tierSteps,
} from '@candor/rules';
import type { OpenContracts } from '../../data/index.ts';
import { ppmOfPercent } from '../form/preview.ts';

/** USDT's decimals in every journal. */
const SCALE = 8;
const UNIT = 10n ** BigInt(SCALE);

/** What an order would cost, win and risk if it filled whole at the price. Amounts in USDT. */
export interface ContractPreview {
  readonly value: string;
  /** Initial margin and fee of what opens: what must be available. */
  readonly cost: string;
  readonly costUnits: bigint;
  /** Of the whole order. */
  readonly fee: string;
  /** What the part that closes wins or loses, before the fee; null where nothing closes. */
  readonly realised: string | null;
  /** Of the position as it would be; null where no price liquidates it, none is left, or the wallet is not known. */
  readonly liquidationPrice: string | null;
}

export interface ContractDraft {
  readonly action: 'open' | 'close';
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

/** The user's position that an order meets, and what stands for it. Exact, and as of the last mark that was told. */
function standing(
  row: ContractMarketRow,
  { side, marginMode }: Pick<ContractDraft, 'side' | 'marginMode'>,
  open: OpenContracts | null,
): PerpetualPreviewPosition {
  const isIsolated = marginMode === 'isolated';
  const nothing = { position: null, isIsolated, margin: 0n, collateral: 0n };
  if (open === null) return nothing;
  const { positions, account } = open;
  const held = positions.find(
    ({ symbol, positionSide }) =>
      symbol === row.symbol && (account.positionMode === 'one-way' || positionSide === side),
  );
  let collateral = units(account.walletBalance) - units(account.isolatedMargin);
  for (const other of positions) {
    if (other === held || other.marginMode === 'isolated') continue;
    collateral += units(other.unrealisedPnl) - units(other.maintenanceMargin);
  }
  if (held === undefined) return { ...nothing, collateral };
  const position = {
    sign: signOf(held.positionSide),
    lots: Number(held.openInterest),
    entryCost: units(held.entryValue),
    unitsPerTickLot: unitsPerTickLot(row),
  };
  return { position, isIsolated, margin: isIsolated ? units(held.positionMargin) : 0n, collateral };
}

function units(amount: string | null): bigint {
  return amount === null ? 0n : (parseDecimal(amount, SCALE, { signed: true }) ?? 0n);
}

function signOf(side: 'long' | 'short'): 1 | -1 {
  return side === 'long' ? 1 : -1;
}

/** 1 for what is bought: a long that is opened, a short that is closed. */
function orderSign({ action, side }: Pick<ContractDraft, 'action' | 'side'>): 1 | -1 {
  return (side === 'long') === (action === 'open') ? 1 : -1;
}

/** The order of a draft in ticks and contracts; null while it is none. */
function orderOf(row: ContractMarketRow, draft: ContractDraft): PerpetualPreviewOrder | null {
  const lots = Number(draft.quantity);
  const priceTicks = ticksOf(row, draft.price);
  if (!Number.isSafeInteger(lots) || lots <= 0 || priceTicks <= 0) return null;
  return {
    sign: orderSign(draft),
    ...{ lots, priceTicks, reduceOnly: draft.action === 'close' },
    leverage: draft.leverage,
    feePpm: ppmOfPercent(row.taker_fee_percent),
  };
}

const NO_POSITION: PerpetualPreviewPosition = {
  position: null,
  isIsolated: true,
  margin: 0n,
  collateral: 0n,
};

/**
 * The preview of a draft, by the formulas that the ledger uses; `open` is what the user has open in contracts, null while
 * that is not known. Null for what is no order.
 */
export function contractPreview(
  row: ContractMarketRow,
  draft: ContractDraft,
  open: OpenContracts | null,
): ContractPreview | null {
  const order = orderOf(row, draft);
  if (order === null) return null;
  const terms = {
    unitsPerTickLot: unitsPerTickLot(row),
    steps: stepsOf(row),
    liquidationFeePpm: ppmOfPercent(row.liquidation_fee_percent),
  };
  const seen = previewPerpetual(order, standing(row, draft, open), terms);
  const opened = order.reduceOnly ? 0 : order.lots - seen.closedLots;
  const costUnits = previewPerpetual({ ...order, lots: opened }, NO_POSITION, terms).cost;
  const isKnown = draft.marginMode === 'isolated' || open !== null;
  const liquidation = isKnown ? seen.liquidationTicks : null;
  return {
    value: formatDecimalTrimmed(seen.notional, SCALE),
    cost: formatDecimalTrimmed(costUnits, SCALE),
    costUnits,
    fee: formatDecimalTrimmed(seen.fee, SCALE),
    realised: seen.closedLots === 0 ? null : formatDecimalTrimmed(seen.realisedPnl, SCALE),
    liquidationPrice: liquidation === null ? null : priceText(row, liquidation),
  };
}

/**
 * The most contracts that an order may have: closing those of the position, opening those that `available` pays for, fee
 * included, beside those of the other side that it closes first.
 */
export function mostContracts(
  row: ContractMarketRow,
  draft: Omit<ContractDraft, 'quantity'>,
  open: OpenContracts | null,
): number {
  const { position } = standing(row, draft, open);
  const opposite = position !== null && position.sign !== orderSign(draft) ? position.lots : 0;
  if (draft.action === 'close') return opposite;
  const one = contractPreview(row, { ...draft, quantity: '1' }, null);
  if (one === null || one.costUnits <= 0n) return 0;
  return opposite + Number(units(open?.account.available ?? null) / one.costUnits);
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
