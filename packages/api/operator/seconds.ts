import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { decimal, positiveDecimal } from '../scalars.ts';
import { secondsState } from '../seconds/calls.ts';
import { proposal } from './approvals.ts';
import { reason, symbolId } from './fields.ts';

/** 0 is all together. */
const symbolIdOrAll = z
  .string()
  .regex(/^(0|[1-9]\d{0,8})$/)
  .transform(Number);

const decimalOrZero = z.string().regex(/^(0|[1-9]\d{0,17})(\.\d{1,18})?$/);

const poolSource = z.enum(['practice', 'house']);

const exposure = z.strictObject({ cap: decimal, reserved: decimal });

/** Offers and liabilities of second contracts, as operators see and change them. */
export const operatorSeconds = z.strictObject({
  /** The stakes' coin; null before any terms. */
  coin: z.string().nullable(),
  /** Why all are halted together; null while they are not. */
  haltReason: z.string().nullable(),
  available: decimal,
  reserved: decimal,
  stakes: decimal,
  userCap: decimal.nullable(),
  all: exposure,
  /** Sources from which the pool can be funded; a null amount is unbounded. */
  sources: z.array(z.strictObject({ source: poolSource, available: decimal.nullable() })),
  markets: z.array(
    z.strictObject({
      symbolId: z.number().int(),
      symbol_name: z.string(),
      state: secondsState,
      stateReason: z.string(),
      /** Null where nothing was ever offered. */
      minQuantity: z.number().int().nullable(),
      maxQuantity: z.number().int().nullable(),
      periods: z.array(
        z.strictObject({
          periodSeconds: z.number().int(),
          payoutPercent: decimal,
          breakEvenPercent: decimal,
        }),
      ),
      ...exposure.shape,
    }),
  ),
});

export const secondsDeskCalls = defineCalls({
  getOperatorSeconds: defineCall({
    method: 'GET',
    path: '/api/console/seconds',
    section: 'operator',
    summary: 'Returns terms, states, pool, exposure and caps of second contracts.',
    auth: 'required',
    data: operatorSeconds,
  }),
  changeSecondsTerms: defineCall({
    method: 'POST',
    path: '/api/console/seconds/{symbolId}/terms',
    section: 'operator',
    summary: 'Proposes another offer of a market for contracts opened later, with a reason that users read.',
    auth: 'required',
    act: true,
    params: z.strictObject({ symbolId }),
    body: z.strictObject({
      minQuantity: z.number().int().positive(),
      maxQuantity: z.number().int().positive(),
      periods: z
        .array(z.strictObject({ periodSeconds: z.number().int().positive(), payoutPercent: positiveDecimal }))
        .min(1)
        .max(20),
      reason,
    }),
    data: proposal,
  }),
  changeSecondsCap: defineCall({
    method: 'POST',
    path: '/api/console/seconds/{symbolId}/cap',
    section: 'operator',
    summary:
      'Proposes the maximum payout of the open contracts of one market, or of all together with 0. Open contracts stay.',
    auth: 'required',
    act: true,
    params: z.strictObject({ symbolId: symbolIdOrAll }),
    body: z.strictObject({ cap: decimalOrZero, reason }),
    data: proposal,
  }),
  setSecondsUserCap: defineCall({
    method: 'POST',
    path: '/api/console/seconds/userCap',
    section: 'operator',
    summary: 'Proposes the maximum payout of the open contracts of one user; null for no limit.',
    auth: 'required',
    act: true,
    body: z.strictObject({ cap: decimalOrZero.nullable(), reason }),
    data: proposal,
  }),
  setSecondsState: defineCall({
    method: 'POST',
    path: '/api/console/seconds/{symbolId}/state',
    section: 'operator',
    summary:
      'Halts or reopens new second contracts of one market, or of all with 0. Open contracts run to their end. Journaled.',
    auth: 'required',
    act: true,
    params: z.strictObject({ symbolId: symbolIdOrAll }),
    body: z.strictObject({ state: secondsState, reason }),
    data: operatorSeconds,
  }),
  addToSecondsPool: defineCall({
    method: 'POST',
    path: '/api/console/seconds/pool',
    section: 'operator',
    summary:
      'Proposes to add to the pool that pays winners, by a ledger entry that everybody sees. Nothing withdraws from it.',
    auth: 'required',
    act: true,
    body: z.strictObject({ amount: positiveDecimal, source: poolSource, reason }),
    data: proposal,
  }),
});

export type OperatorSeconds = z.output<typeof operatorSeconds>;
