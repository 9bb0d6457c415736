import { z } from 'zod';
import { miningGearRow } from '../defi/rows.ts';
import { defineCall, defineCalls } from '../define.ts';
import { decimal, positiveDecimal, timeMs } from '../scalars.ts';
import { proposal } from './approvals.ts';
import { reason, symbolId } from './fields.ts';

const count = z.number().int().nonnegative();

/** Pools of mining, as operators see and fund them. Gears are changed with notice, among the terms of the market. */
export const operatorMining = z.strictObject({
  /** True where a pool can be funded out of practice custody. */
  practice: z.boolean(),
  /** Users who joined. */
  participants: count,
  /** Coins of which the first gears can be set: none once any were. */
  openable: z.array(z.strictObject({ assetId: count, coin: z.string() })),
  pools: z.array(
    z.strictObject({
      assetId: count,
      coin: z.string(),
      free: decimal,
      /** Earned and not claimed: it pays nothing else. */
      owed: decimal,
      /** All that users hold locked, and how many they are. */
      held: decimal,
      holders: count,
      dailyOutput: decimal,
      endsTime: timeMs.nullable(),
      isEmpty: z.boolean(),
      gears: z.array(miningGearRow),
      /** Amount that the house's own account could add. */
      houseAvailable: decimal,
    }),
  ),
});

export const miningDeskCalls = defineCalls({
  getOperatorMining: defineCall({
    method: 'GET',
    path: '/api/console/mining',
    section: 'operator',
    summary: 'Returns the pools of mining, with what is owed of each.',
    auth: 'required',
    data: operatorMining,
  }),
  openMining: defineCall({
    method: 'POST',
    path: '/api/console/mining/{assetId}/gears',
    section: 'operator',
    summary:
      'Proposes the first gears of mining, for one coin. Later ones are announced among the terms of the market.',
    auth: 'required',
    act: true,
    params: z.strictObject({ assetId: symbolId }),
    body: z.strictObject({
      /** The lowest gear first. */
      gears: z
        .array(z.strictObject({ minAmount: positiveDecimal, dailyPercent: positiveDecimal }))
        .min(1)
        .max(20),
      reason,
    }),
    data: proposal,
  }),
  fundMining: defineCall({
    method: 'POST',
    path: '/api/console/mining/{assetId}/pool',
    section: 'operator',
    summary:
      'Proposes to add to the pool that pays the rewards, or to take back what is free of it, by a ledger entry that everybody sees.',
    auth: 'required',
    act: true,
    params: z.strictObject({ assetId: symbolId }),
    body: z.strictObject({
      amount: positiveDecimal,
      direction: z.enum(['add', 'take']),
      source: z.enum(['practice', 'house']),
      reason,
    }),
    data: proposal,
  }),
});

export type OperatorMining = z.output<typeof operatorMining>;
