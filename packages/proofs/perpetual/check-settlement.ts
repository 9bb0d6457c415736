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
  type PositionTerms,
  unrealisedPnl,
} from '@candor/rules';
import { type Check, type CheckStep, checkOf } from '../check.ts';

/** The event of a settlement as the journal has it; amounts in base units as text. */
export type SettlementInputs = Readonly<Record<string, unknown>>;

/** How its figures are written: of the contract that it was about. */
export interface SettlementTerms {
  /** Base units of one contract at one tick. */
  readonly unitsPerTickLot: number;
  /** Decimals of the asset that it settles in. */
  readonly scale: number;
  /** Writes a price in ticks. */
  readonly price: (ticks: number) => string;
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

function liquidation(inputs: SettlementInputs, { scale, price }: SettlementTerms): CheckStep[] {
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
  ];
}

function deleveraging(inputs: SettlementInputs, terms: SettlementTerms): CheckStep[] {
  const position: PositionTerms = {
    sign: inputs.direction === 'long' ? 1 : -1,
    lots: numberOf(inputs.rankedLots),
    entryCost: units(inputs.rankedEntryCost),
    unitsPerTickLot: terms.unitsPerTickLot,
  };
  const score = deleveragingScore(position, numberOf(inputs.markTicks), units(inputs.rankedEquity));
  const left = numberOf(inputs.lotsBefore) - numberOf(inputs.lots);
  return [
    step('score', String(units(inputs.score)), String(score)),
    step('left', String(inputs.lotsLeft), String(left)),
  ];
}

function funding(inputs: SettlementInputs, { scale }: SettlementTerms): CheckStep[] {
  const ratePpb = numberOf(inputs.ratePpb);
  const notional = units(inputs.notional);
  const pays = (inputs.direction === 'long') === ratePpb > 0;
  const whole = pays ? -fundingDue(notional, ratePpb) : fundingCredit(notional, ratePpb);
  const stated = units(inputs.amount);
  // where somebody could not pay all, less is paid, and less received
  const isPart = pays ? stated > whole && stated <= 0n : stated < whole && stated >= 0n;
  const recomputed = isPart ? stated : whole;
  return [
    ...fundingRate(inputs, ratePpb),
    step('funding', formatDecimalTrimmed(stated, scale), formatDecimalTrimmed(recomputed, scale)),
  ];
}

/** The rate as a part of that of a whole interval; nothing for receipts up to core-12, whose rate was whole or 0. */
function fundingRate(inputs: SettlementInputs, ratePpb: number): CheckStep[] {
  if ((inputs.wholePpb ?? null) === null) return [];
  const part = fundingPartPpb(
    numberOf(inputs.wholePpb),
    numberOf(inputs.samples),
    numberOf(inputs.expectedSamples),
  );
  return [step('fundingRate', percentOf(ratePpb), percentOf(part))];
}

/** Parts per billion in percent. */
function percentOf(ppb: number): string {
  return formatDecimalTrimmed(BigInt(ppb), 7);
}

function step(name: string, stated: string, recomputed: string): CheckStep {
  return { name, stated, recomputed, ok: stated === recomputed };
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
