import { MAX_SWAP_SPREAD_PPM } from '@candor/rules';
import type { Outcome } from '../../events.ts';
import { SWAP_HOUSE } from '../../ledger/accounts.ts';
import { fundPool } from '../../ledger/funding.ts';
import { isReason, MAX_SUPPLY } from '../../limits.ts';
import { DONE, refuse } from '../../outcome.ts';
import type { FundSwaps, SetSwapState, SetSwapTerms, SwapState } from './commands.ts';
import type { Desk } from './desk.ts';
import type { SwapChange } from './events.ts';

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

export function fund(desk: Desk, command: FundSwaps): Outcome {
  const { assetId, reason } = command;
  if (!isReason(reason)) return refuse('INVALID_COMMAND');
  desk.expire();
  const pool = { number: SWAP_HOUSE, keeps: desk.promised(assetId).out };
  const figures = fundPool(desk.state, 'swap-funding', pool, command);
  if (typeof figures === 'string') return refuse(figures);
  return tell(desk, assetId, reason, { what: 'inventory', ...figures });
}

function tell(desk: Desk, assetId: number, reason: string, change: SwapChange): Outcome {
  desk.state.tape.note({ type: 'swapChanged', assetId, change, reason });
  return DONE;
}
