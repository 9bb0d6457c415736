import { MAX_FEE_PPM, orderTerms } from '@candor/rules';
import { SYMBOL_STATES } from '../../codec/words.ts';
import type { SetPriceBand } from '../../commands.ts';
import type { Outcome } from '../../events.ts';
import { FEES, SAFETY_FUND } from '../../ledger/accounts.ts';
import { isCount, isId, isPriceBand, isText } from '../../limits.ts';
import { DONE, refuse } from '../../outcome.ts';
import type { RejectionCode } from '../../rejections.ts';
import type { ListSymbol, SetFees, SetSymbolLimits, SetSymbolState } from './commands.ts';
import type { SpotState } from './spot-state.ts';
import { SpotSymbol } from './spot-symbol.ts';

const MAX_OPEN_ORDERS = 10_000;

export function listSymbol(state: SpotState, command: ListSymbol): Outcome {
  const base = state.assets.get(command.baseAssetId);
  const quote = state.assets.get(command.quoteAssetId);
  if (base === undefined || quote === undefined) return refuse('UNKNOWN_ASSET');
  if (!isId(command.symbolId) || !isText(command.name) || base === quote) return refuse('INVALID_COMMAND');
  if (
    !isCount(command.maxLots) ||
    !isCount(command.maxOpenOrders) ||
    command.maxOpenOrders > MAX_OPEN_ORDERS
  ) {
    return refuse('INVALID_COMMAND');
  }
  if (!isPriceBand(command.priceBandPpm)) return refuse('INVALID_COMMAND');
  const terms = orderTerms(command, base.scale, quote.scale);
  if (terms === null) return refuse('INVALID_COMMAND');
  if (state.symbolsById.has(command.symbolId)) return refuse('ALREADY_EXISTS');
  if (state.symbols.some((symbol) => symbol.listed.name === command.name)) return refuse('ALREADY_EXISTS');
  addSymbol(state, new SpotSymbol(command, terms, state.symbols.length, state.orders, state.levels));
  state.tape.catalogue();
  return DONE;
}

/** Adds a symbol whose listing was checked; other products see it in the shared list. */
export function addSymbol(state: SpotState, symbol: SpotSymbol): void {
  openHouseBalances(state, symbol);
  state.symbols.push(symbol);
  state.symbolsById.set(symbol.listed.symbolId, symbol);
  state.core.symbols.push(symbol);
  state.core.symbolsById.set(symbol.listed.symbolId, symbol);
}

/** Finds the slots that every fill of a symbol posts to. */
function openHouseBalances(state: SpotState, symbol: SpotSymbol): void {
  const { accounts, balances } = state;
  const fees = accounts.find(FEES);
  const fund = accounts.find(SAFETY_FUND);
  symbol.feesBase = balances.findOrOpen(fees, symbol.listed.baseAssetId);
  symbol.feesQuote = balances.findOrOpen(fees, symbol.listed.quoteAssetId);
  symbol.fundBase = balances.findOrOpen(fund, symbol.listed.baseAssetId);
  symbol.fundQuote = balances.findOrOpen(fund, symbol.listed.quoteAssetId);
}

export function setSymbolState(state: SpotState, command: SetSymbolState): Outcome {
  const symbol = state.symbolsById.get(command.symbolId);
  if (symbol === undefined) return refuse('UNKNOWN_SYMBOL');
  const code = SYMBOL_STATES.indexOf(command.state);
  if (code < 0 || typeof command.reason !== 'string') return refuse('INVALID_COMMAND');
  symbol.state = command.state;
  symbol.stateReason = command.reason;
  state.tape.symbolState(command.symbolId, code, command.reason);
  return DONE;
}

export function setFees(state: SpotState, command: SetFees): Outcome {
  for (const ppm of [command.makerPpm, command.takerPpm]) {
    if (!Number.isInteger(ppm) || ppm < 0 || ppm > MAX_FEE_PPM) return refuse('INVALID_COMMAND');
  }
  state.fees.setFlat(command.makerPpm, command.takerPpm);
  state.tape.catalogue();
  return DONE;
}

/** Returns what is wrong with the limits of a symbol; null if nothing is. */
export function limitsProblem(state: SpotState, command: SetSymbolLimits): RejectionCode | null {
  const symbol = state.symbolsById.get(command.symbolId);
  if (symbol === undefined) return 'UNKNOWN_SYMBOL';
  const { maxLots, maxOpenOrders, priceBandPpm } = command;
  if (!isCount(maxLots) || !isCount(maxOpenOrders) || maxOpenOrders > MAX_OPEN_ORDERS)
    return 'INVALID_COMMAND';
  if (!isPriceBand(priceBandPpm)) return 'INVALID_COMMAND';
  return withLimits(state, symbol, command) === null ? 'INVALID_COMMAND' : null;
}

/** Sets limits that were checked. */
export function setSymbolLimits(state: SpotState, command: SetSymbolLimits): Outcome {
  const symbol = state.symbolsById.get(command.symbolId)!;
  const { listed, terms } = withLimits(state, symbol, command)!;
  symbol.setLimits(listed, terms);
  state.tape.catalogue();
  return DONE;
}

function withLimits(state: SpotState, symbol: SpotSymbol, { type: _, ...limits }: SetSymbolLimits) {
  const listed = { ...symbol.listed, ...limits };
  const scaleOf = (assetId: number) => state.assets.get(assetId)!.scale;
  const terms = orderTerms(listed, scaleOf(listed.baseAssetId), scaleOf(listed.quoteAssetId));
  return terms === null ? null : { listed, terms };
}

/** Sets a symbol's price band. Returns null if spot has no symbol of this id. */
export function setPriceBand(state: SpotState, { symbolId, priceBandPpm }: SetPriceBand): Outcome | null {
  const symbol = state.symbolsById.get(symbolId);
  if (symbol === undefined) return null;
  if (!isPriceBand(priceBandPpm)) return refuse('INVALID_COMMAND');
  if (symbol.setPriceBand(priceBandPpm)) state.tape.catalogue();
  return DONE;
}
