import { z } from 'zod';
import { contractCount, positionSide } from './contract-records.ts';
import { decimal, timeMs } from './scalars.ts';

/**
 * Everything that a settlement was computed from, as the journal's event says it: amounts in base units and prices in
 * ticks as text, so that a verifier can compute it again.
 */
const inputs = z.record(z.string(), z.json());

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
  inputs,
};

/** Funding paid or received. */
const fundingReceipt = z.strictObject({
  kind: z.literal('funding'),
  ...common,
  quantity: contractCount,
  price: decimal,
  /** In percent with a sign: above 0 longs pay shorts. */
  fundingRate: decimal,
  /** In USDT: received is positive. */
  amount: decimal,
});

/** A liquidation or a part of one, and a position that was closed to make one good. */
const closingReceipt = z.strictObject({
  kind: z.enum(['liquidation', 'deleveraging']),
  ...common,
  /** Contracts that it closed. */
  quantity: contractCount,
  price: decimal.nullable(),
  /** What it realised, in USDT; null where it only began. */
  amount: decimal.nullable(),
});

/** Said once before a liquidation comes near. */
const warning = z.strictObject({
  kind: z.literal('margin-warning'),
  ...common,
  /** Maintenance margin in percent of what stands for it. */
  marginRatio: decimal,
});

/** What happened to a position without its user. */
export const contractReceiptRow = z.discriminatedUnion('kind', [fundingReceipt, closingReceipt, warning]);
export type ContractReceiptRow = z.output<typeof contractReceiptRow>;

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
