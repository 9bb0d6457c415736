import { formatDecimalTrimmed, type PriceTicks } from '@candor/money';
import { type MarkTerms, markPrice } from '@candor/prices';
import {
  bankruptcyTicks,
  crossShare,
  type DirectionSign,
  deleveragingScore,
  fundingCredit,
  fundingDue,
  fundingPartPpb,
  isLiquidated,
  type LiquidationFill,
  liquidationResult,
  type PositionTerms,
  realisedPnl,
  unrealisedPnl,
} from '@candor/rules';
import { type Check, type CheckStep, checkOf } from '../check.ts';

/** The event of a settlement as the journal has it; amounts in base units as text. */
export type SettlementInputs = Readonly<Record<string, unknown>>;

/** Terms of the contract that a settlement was about, by which its figures are written. */
export interface SettlementTerms {
  /** Base units of one contract at one tick. */
  readonly unitsPerTickLot: number;
  /** Decimals of the asset that it settles in. */
  readonly scale: number;
  /** Writes a price in ticks. */
  readonly price: (ticks: number) => string;
  /** The result and the fee as a list states them beside the receipt; they must be the receipt's. */
  readonly shown?: { readonly amount: string | null; readonly fee?: string | null };
}

interface FillInputs {
  readonly lots: number;
  readonly priceTicks: number;
  readonly fee: string;
}

interface LineInputs {
  readonly positionId: number;
  readonly direction: 'long' | 'short';
  readonly lots: number;
  readonly unitsPerTickLot: number;
  readonly entryCost: string;
  readonly markTicks: number;
  readonly mmrPpm: number;
  readonly deductionMicros: string;
}

const MICROS = 1_000_000n;

/**
 * Recomputes what happened to a position without its user, from what its receipt says it followed from: a liquidation,
 * a deleveraging, a funding payment. What cannot be read has no steps, and so is not in order.
 */
export function checkSettlement(inputs: SettlementInputs, terms: SettlementTerms): Check {
  try {
    switch (inputs.type) {
      case 'perpetualLiquidated':
        return checkOf(liquidation(inputs, terms));
      case 'perpetualDeleveraged':
        return checkOf(deleveraging(inputs, terms));
      case 'perpetualFundingPaid':
        return checkOf(funding(inputs, terms));
      default:
        return checkOf([]);
    }
  } catch (error) {
    // figures that are no numbers
    if (error instanceof SyntaxError || error instanceof TypeError || error instanceof RangeError) {
      return checkOf([]);
    }
    throw error;
  }
}

function liquidation(inputs: SettlementInputs, terms: SettlementTerms): CheckStep[] {
  const { scale, price } = terms;
  const lines = inputs.lines as readonly LineInputs[];
  const markTicks = numberOf(inputs.markTicks);
  let equity = units(inputs.collateral);
  let maintenance = 0n;
  for (const line of lines) {
    equity += unrealisedPnl(termsOf(line), line.markTicks);
    maintenance += maintenanceOf(line);
  }
  const own = lines.find(({ positionId }) => positionId === inputs.positionId);
  if (own === undefined) return [];
  const cash = units(inputs.cash) + unrealisedPnl(termsOf(own), own.markTicks);
  const value =
    inputs.marginMode === 'isolated' ? equity : crossShare(equity, maintenanceOf(own), maintenance, cash);
  const bankruptcy = bankruptcyTicks(termsOf(own), value, own.markTicks, numberOf(inputs.liquidationFeePpm));
  const closed = [
    ...(inputs.steps as readonly { readonly filledLots: number }[]).map(({ filledLots }) => filledLots),
    ...(inputs.deleveraged as readonly { readonly lots: number }[]).map(({ lots }) => lots),
  ].reduce((sum, lots) => sum + lots, 0);
  const amount = (name: string, stated: bigint, recomputed: bigint) =>
    step(name, formatDecimalTrimmed(stated, scale), formatDecimalTrimmed(recomputed, scale));
  return [
    step('mark', price(markTicks), price(markPrice(inputs.mark as MarkTerms))),
    amount('equity', units(inputs.equity), equity),
    amount('maintenance', shown(units(inputs.maintenanceMicros)), shown(maintenance)),
    step('due', 'yes', isLiquidated(equity, maintenance) ? 'yes' : 'no'),
    step('bankruptcy', price(numberOf(inputs.bankruptcyTicks)), price(bankruptcy)),
    step('left', String(inputs.lotsLeft), String(numberOf(inputs.lots) - closed)),
    ...results(inputs, own, terms),
  ];
}

/** The value, result and fee of a liquidation follow from its fills. */
function results(inputs: SettlementInputs, own: LineInputs, terms: SettlementTerms): CheckStep[] {
  const fills = fillsOf(inputs);
  const isIsolated = inputs.marginMode === 'isolated';
  const found = liquidationResult(
    termsOf(own),
    fills,
    numberOf(inputs.liquidationFeePpm),
    isIsolated ? units(inputs.collateral) : null,
  );
  const { amount, fee } = terms.shown ?? {};
  const closes = isIsolated && inputs.lotsLeft === 0;
  return [
    amountStep('closedValue', inputs.closedValue, found.closedValue, terms.scale),
    amountStep('realisedPnl', inputs.realisedPnl, found.realisedPnl, terms.scale, amount),
    withFees(amountStep('fee', inputs.fee, found.fee, terms.scale, fee), found.feesHold),
    ...(closes ? [amountStep('returned', inputs.returned, found.marginLeft ?? 0n, terms.scale)] : []),
  ];
}

/** The sum of the fees holds where each of them does. */
function withFees(sum: CheckStep, feesHold: boolean): CheckStep {
  return { ...sum, ok: sum.ok && feesHold };
}

/** Fills in the book, then those against others. */
function fillsOf(inputs: SettlementInputs): LiquidationFill[] {
  const steps = inputs.steps as readonly { readonly fills: readonly FillInputs[] }[];
  const others = inputs.deleveraged as readonly FillInputs[];
  return [
    ...steps.flatMap(({ fills }) => fills.map((fill) => readFill(fill, false))),
    ...others.map((line) => readFill(line, true)),
  ];
}

function readFill({ lots, priceTicks, fee }: FillInputs, isLast: boolean): LiquidationFill {
  return { lots: numberOf(lots), priceTicks: numberOf(priceTicks), fee: units(fee), isLast };
}

function deleveraging(inputs: SettlementInputs, terms: SettlementTerms): CheckStep[] {
  const position: PositionTerms = {
    sign: inputs.direction === 'long' ? 1 : -1,
    lots: numberOf(inputs.rankedLots),
    entryCost: units(inputs.rankedEntryCost),
    unitsPerTickLot: terms.unitsPerTickLot,
  };
  const score = deleveragingScore(position, numberOf(inputs.markTicks), units(inputs.rankedEquity));
  const lots = numberOf(inputs.lots);
  const lotsBefore = numberOf(inputs.lotsBefore);
  return [
    step('score', String(units(inputs.score)), String(score)),
    step('left', String(inputs.lotsLeft), String(lotsBefore - lots)),
    deleveragedResult(inputs, position, terms),
  ];
}

/** Checks what closing against the other position realised. */
function deleveragedResult(
  inputs: SettlementInputs,
  { sign, unitsPerTickLot }: PositionTerms,
  { scale, shown: list }: SettlementTerms,
): CheckStep {
  const held = {
    sign,
    unitsPerTickLot,
    lots: numberOf(inputs.lotsBefore),
    entryCost: units(inputs.costBefore),
  };
  const found = realisedPnl(held, numberOf(inputs.lots), numberOf(inputs.priceTicks));
  return amountStep('realisedPnl', inputs.realisedPnl, found, scale, list?.amount);
}

function funding(inputs: SettlementInputs, { scale, shown: list }: SettlementTerms): CheckStep[] {
  const ratePpb = numberOf(inputs.ratePpb);
  const notional = units(inputs.notional);
  const pays = (inputs.direction === 'long') === ratePpb > 0;
  const whole = pays ? -fundingDue(notional, ratePpb) : fundingCredit(notional, ratePpb);
  const stated = units(inputs.amount);
  // where somebody could not pay all, less is paid, and less received
  const isPart = pays ? stated > whole && stated <= 0n : stated < whole && stated >= 0n;
  const recomputed = isPart ? stated : whole;
  return [fundingRate(inputs, ratePpb), amountStep('funding', stated, recomputed, scale, list?.amount)];
}

/** The rate as a part of that of a whole interval. */
function fundingRate(inputs: SettlementInputs, ratePpb: number): CheckStep {
  const part = fundingPartPpb(
    numberOf(inputs.wholePpb),
    numberOf(inputs.samples),
    numberOf(inputs.expectedSamples),
  );
  return step('fundingRate', percentOf(ratePpb), percentOf(part));
}

/** Parts per billion in percent. */
function percentOf(ppb: number): string {
  return formatDecimalTrimmed(BigInt(ppb), 7);
}

function step(name: string, stated: string, recomputed: string): CheckStep {
  return { name, stated, recomputed, ok: stated === recomputed };
}

/** An amount of the receipt beside the recomputed one; `listed` is the same as a list shows it. */
function amountStep(
  name: string,
  stated: unknown,
  recomputed: bigint,
  scale: number,
  listed: string | null | undefined = undefined,
): CheckStep {
  const found = formatDecimalTrimmed(recomputed, scale);
  const own = formatDecimalTrimmed(units(stated), scale);
  return step(name, own === found && typeof listed === 'string' ? listed : own, found);
}

function maintenanceOf(line: LineInputs): bigint {
  const notional = BigInt(line.lots) * BigInt(line.markTicks) * BigInt(line.unitsPerTickLot);
  return notional * BigInt(line.mmrPpm) - BigInt(line.deductionMicros);
}

/** Millionths of a base unit in base units, rounded up. */
function shown(micros: bigint): bigint {
  return (micros + MICROS - 1n) / MICROS;
}

function termsOf({ direction, lots, entryCost, unitsPerTickLot }: LineInputs): PositionTerms {
  const sign: DirectionSign = direction === 'long' ? 1 : -1;
  return { sign, lots, entryCost: BigInt(entryCost), unitsPerTickLot };
}

function units(value: unknown): bigint {
  return BigInt(value as string);
}

function numberOf(value: unknown): PriceTicks {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw new TypeError('No whole number');
  return value as PriceTicks;
}
