import { z } from 'zod';
import { journalPlace } from '../records.ts';
import { decimal, timeMs } from '../scalars.ts';
import { contractCount, positionSide } from './records.ts';

/** An amount in base units, as text with a sign. */
const units = z.string().regex(/^-?\d+$/);
const count = z.number().int();

/*
 * The inputs of a receipt: the journal's event, so that a verifier can recompute it. Each kind names the fields that
 * pages read; the event carries more, which stay as they are.
 */
const fundingInputs = z.looseObject({
  type: z.literal('perpetualFundingPaid'),
  lots: count,
  /** Value of the position at the mark price. */
  notional: units,
  ratePpb: count,
  /** The rate of a whole interval, and the ticks of the interval at which one could trade. */
  wholePpb: count,
  samples: count,
  expectedSamples: count,
  amount: units,
});
const liquidationInputs = z.looseObject({
  type: z.literal('perpetualLiquidated'),
  steps: z.array(z.looseObject({ filledLots: count })),
  deleveraged: z.array(z.looseObject({ lots: count })),
  insuranceBefore: units,
  insuranceAfter: units,
});
const deleveragingInputs = z.looseObject({
  type: z.literal('perpetualDeleveraged'),
  lots: count,
  lotsBefore: count,
  lotsLeft: count,
});
const warningInputs = z.looseObject({
  type: z.literal('perpetualWarning'),
  maintenanceMargin: units,
  equity: units,
});

const common = {
  /** Unique and ascending with time. */
  id: z.string(),
  /** Null where it concerns the whole wallet. */
  symbol: z.string().nullable(),
  symbol_name: z.string().nullable(),
  positionId: z.number().int().nullable(),
  positionSide: positionSide.nullable(),
  time: timeMs,
  seq: z.number().int(),
};

/** Funding paid or received. */
const fundingReceipt = z.strictObject({
  kind: z.literal('funding'),
  ...common,
  inputs: fundingInputs,
  quantity: contractCount,
  price: decimal,
  /** In percent with a sign: above 0 longs pay shorts. */
  fundingRate: decimal,
  /** In USDT: received is positive. */
  amount: decimal,
});

const closing = {
  ...common,
  /** Contracts that it closed. */
  quantity: contractCount,
  /** The average price at which it closed them; null where it closed none. */
  price: decimal.nullable(),
  /** The result that it realised, in USDT and before fees. */
  amount: decimal.nullable(),
};

/** A liquidation or a part of one. */
const liquidationReceipt = z.strictObject({
  kind: z.literal('liquidation'),
  ...closing,
  inputs: liquidationInputs,
  /** The liquidation fee, in USDT. */
  fee: decimal,
  /** The price at which nothing would have been left. */
  bankruptcyPrice: decimal.nullable(),
});

/** A position that was closed to make a liquidation good. */
const deleveragingReceipt = z.strictObject({
  kind: z.literal('deleveraging'),
  ...closing,
  inputs: deleveragingInputs,
});

/** Said once before a liquidation comes near. */
const warning = z.strictObject({
  kind: z.literal('margin-warning'),
  ...common,
  inputs: warningInputs,
  /** Maintenance margin in percent of what stands for it. */
  marginRatio: decimal,
});

/** A change to a position without its user's act, as it is sent at once. */
export const settlementNotice = z.discriminatedUnion('kind', [
  fundingReceipt,
  liquidationReceipt,
  deleveragingReceipt,
  warning,
]);
export type SettlementNotice = z.output<typeof settlementNotice>;

const placed = { journal: journalPlace };

/** The same as a receipt, with its place in the journal. */
export const contractReceiptRow = z.discriminatedUnion('kind', [
  fundingReceipt.extend(placed),
  liquidationReceipt.extend(placed),
  deleveragingReceipt.extend(placed),
  warning.extend(placed),
]);
export type ContractReceiptRow = z.output<typeof contractReceiptRow>;
export type ContractReceiptKind = ContractReceiptRow['kind'];
/** The inputs of receipts of a kind. */
export type ContractReceiptInputs<Kind extends ContractReceiptKind> = Extract<
  ContractReceiptRow,
  { readonly kind: Kind }
>['inputs'];

/** One settled funding of a contract. */
export const fundingRateRow = z.strictObject({
  symbol: z.string(),
  symbol_name: z.string(),
  /** In percent with a sign. */
  rate: decimal,
  markPrice: decimal.nullable(),
  time: timeMs,
  seq: z.number().int(),
});
export type FundingRateRow = z.output<typeof fundingRateRow>;
