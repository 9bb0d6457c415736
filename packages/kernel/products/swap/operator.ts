import type { Amount } from '@candor/money';
import { MAX_SWAP_SPREAD_PPM } from '@candor/rules';
import type { Outcome } from '../../events.ts';
import { PRACTICE_CUSTODY } from '../../ledger/accounts.ts';
import { NO_REF, postEntry } from '../../ledger/entries.ts';
import { supplyAllows } from '../../ledger/supply.ts';
import { MAX_SUPPLY } from '../../limits.ts';
import { DONE, refuse } from '../../outcome.ts';
import type { FundSwaps, SetSwapState, SetSwapTerms, SwapState } from './commands.ts';
import type { Desk } from './desk.ts';
import type { SwapChange } from './events.ts';

const MIN_REASON = 5;
const MAX_REASON = 200;
const ALL = 0;

/*
 * The settings that operators may change, each with its reason. An open quote keeps its rate; only a halt stops it.
 */

export function setTerms(desk: Desk, { type: _, assetId, reason, ...terms }: SetSwapTerms): Outcome {
  const { state } = desk;
  const { symbolId, spreadPpm, minAmount, maxAmount, maxInventory } = terms;
  if (!isReason(reason)) return refuse('INVALID_COMMAND');
  if (!state.assets.has(assetId)) return refuse('UNKNOWN_ASSET');
  if (symbolId !== 0) {
    const symbol = state.symbolsById.get(symbolId);
    if (symbol === undefined) return refuse('UNKNOWN_SYMBOL');
    if (symbol.listed.baseAssetId !== assetId) return refuse('INVALID_COMMAND');
  }
  if (!Number.isSafeInteger(spreadPpm) || spreadPpm < 0 || spreadPpm > MAX_SWAP_SPREAD_PPM) {
    return refuse('INVALID_COMMAND');
  }
  if (minAmount <= 0n || maxAmount < minAmount || maxAmount >= MAX_SUPPLY) return refuse('QUANTITY_INVALID');
  if (maxInventory < 0n || maxInventory >= MAX_SUPPLY) return refuse('QUANTITY_INVALID');
  const before = desk.terms.get(assetId) ?? null;
  desk.terms.set(assetId, { symbolId, spreadPpm, minAmount, maxAmount, maxInventory });
  state.tape.catalogue();
  return tell(desk, assetId, reason, { what: 'terms', before, after: desk.terms.get(assetId)! });
}

export function setState(desk: Desk, { state, reason }: SetSwapState): Outcome {
  if (!isReason(reason)) return refuse('INVALID_COMMAND');
  const before: SwapState = desk.haltReason === null ? 'trading' : 'halted';
  desk.haltReason = state === 'halted' ? reason : null;
  desk.state.tape.catalogue();
  return tell(desk, ALL, reason, { what: 'state', before, after: state });
}

export function fund(desk: Desk, { assetId, amount, fromUserId, reason }: FundSwaps): Outcome {
  const { state } = desk;
  const { accounts, balances } = state;
  if (!isReason(reason)) return refuse('INVALID_COMMAND');
  if (!state.assets.has(assetId)) return refuse('UNKNOWN_ASSET');
  if (amount === 0n || amount >= MAX_SUPPLY || amount <= -MAX_SUPPLY) return refuse('QUANTITY_INVALID');
  desk.expire();
  let source: number;
  if (fromUserId === 0) {
    if (state.mode !== 'practice') return refuse('PRACTICE_ONLY');
    if (amount < 0n) return refuse('QUANTITY_INVALID');
    if (!supplyAllows(state, assetId, amount)) return refuse('AMOUNT_TOO_LARGE');
    source = accounts.find(PRACTICE_CUSTODY);
  } else {
    source = fromUserId > 0 ? accounts.find(fromUserId) : 0;
    if (source === 0) return refuse('UNKNOWN_ACCOUNT');
    if (accounts.house[source] !== 1) return refuse('NOT_PERMITTED');
    if (amount > 0n && balances.available(balances.find(source, assetId)) < amount) {
      return refuse('INSUFFICIENT_BALANCE');
    }
  }
  const before = desk.inventory(assetId) as Amount;
  const after = (before + amount) as Amount;
  if (amount < 0n && after < desk.promised(assetId).out) return refuse('INSUFFICIENT_BALANCE');
  postEntry(state, 'swap-funding', NO_REF, [
    { account: source, assetId, amount: -amount },
    { account: desk.house(), assetId, amount },
  ]);
  return tell(desk, assetId, reason, { what: 'inventory', before, after });
}

function isReason(reason: string): boolean {
  return typeof reason === 'string' && reason.trim().length >= MIN_REASON && reason.length <= MAX_REASON;
}

function tell(desk: Desk, assetId: number, reason: string, change: SwapChange): Outcome {
  desk.state.tape.note({ type: 'swapChanged', assetId, change, reason });
  return DONE;
}
