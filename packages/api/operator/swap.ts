import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { decimal, positiveDecimal } from '../scalars.ts';
import { swapState } from '../swap/calls.ts';
import { proposal } from './approvals.ts';
import { reason, symbolId } from './fields.ts';

const decimalOrZero = z.string().regex(/^(0|[1-9]\d{0,17})(\.\d{1,18})?$/);
const source = z.enum(['practice', 'house']);

/** Terms, limits and inventory of swaps, as operators see and change them. */
export const operatorSwaps = z.strictObject({
  state: swapState,
  stateReason: z.string(),
  /** True where inventory can come from practice custody. */
  practice: z.boolean(),
  coins: z.array(
    z.strictObject({
      assetId: z.number().int(),
      coin: z.string(),
      spreadPercent: decimal,
      minAmount: decimal,
      maxAmount: decimal,
      maxInventory: decimal,
      inventory: decimal,
      /** Amounts that open quotes would take out of the inventory and bring, if all were accepted. */
      promised: decimal,
      expected: decimal,
      /** Amount that the house's own account could add. */
      houseAvailable: decimal,
      priced: z.boolean(),
    }),
  ),
});

export const swapDeskCalls = defineCalls({
  getOperatorSwaps: defineCall({
    method: 'GET',
    path: '/api/console/swaps',
    section: 'operator',
    summary: 'Returns terms, limits and inventory of swaps.',
    auth: 'required',
    data: operatorSwaps,
  }),
  setSwapTerms: defineCall({
    method: 'POST',
    path: '/api/console/swaps/{assetId}/terms',
    section: 'operator',
    summary: 'Proposes other terms and limits of a coin for later quotes, with a reason that users read.',
    auth: 'required',
    act: true,
    params: z.strictObject({ assetId: symbolId }),
    body: z.strictObject({
      spreadPercent: decimalOrZero,
      minAmount: positiveDecimal,
      maxAmount: positiveDecimal,
      maxInventory: decimalOrZero,
      reason,
    }),
    data: proposal,
  }),
  setSwapState: defineCall({
    method: 'POST',
    path: '/api/console/swaps/state',
    section: 'operator',
    summary:
      'Halts or reopens all swaps; a halt stops open quotes too. Journaled, with a reason that users read.',
    auth: 'required',
    act: true,
    body: z.strictObject({ state: swapState, reason }),
    data: operatorSwaps,
  }),
  fundSwaps: defineCall({
    method: 'POST',
    path: '/api/console/swaps/{assetId}/inventory',
    section: 'operator',
    summary:
      'Proposes to move inventory between the swaps’ account and the house’s own, by a ledger entry that everybody sees.',
    auth: 'required',
    act: true,
    params: z.strictObject({ assetId: symbolId }),
    body: z.strictObject({
      amount: positiveDecimal,
      direction: z.enum(['add', 'take']),
      source,
      reason,
    }),
    data: proposal,
  }),
});

export type OperatorSwaps = z.output<typeof operatorSwaps>;
