import { areTiers, MAX_FEE_PPM, orderTerms } from '@candor/rules';
import type { SetPriceBand } from '../../commands.ts';
import type { Outcome } from '../../events.ts';
import { clearingAccount } from '../../ledger/accounts.ts';
import { fundingSource } from '../../ledger/funding.ts';
import { DONE, refuse } from '../../outcome.ts';
import type { RejectionCode } from '../../rejections.ts';
import { nextFundingMs } from './funding/funding.ts';
import { postInsuranceFunding } from './money/postings.ts';
import type {
  FundInsurance,
  ListPerpetual,
  SetPerpetualLimits,
  SetPerpetualState,
  SetPerpetualTiers,
} from './protocol/commands.ts';
import { freeOf } from './risk/risk.ts';
import type { PerpetualState } from './state/perpetual-state.ts';
import { PerpetualSymbol } from './state/symbol.ts';

const MAX_ID = 65_535;
const MAX_TEXT = 200;
const MAX_OPEN_ORDERS = 10_000;
const PPM = 1_000_000;
const GRID_MS = 250;

export function listPerpetual(perp: PerpetualState, command: ListPerpetual): Outcome {
  const { core } = perp;
  const { symbolId, name, settleAssetId, fundingIntervalMs } = command;
  const index = core.symbolsById.get(command.indexSymbolId);
  if (index === undefined) return refuse('UNKNOWN_SYMBOL');
  if (!isCount(symbolId) || symbolId > MAX_ID || name.length === 0 || name.length > MAX_TEXT) {
    return refuse('INVALID_COMMAND');
  }
  if (core.symbolsById.has(symbolId) || perp.symbolsById.has(symbolId)) return refuse('ALREADY_EXISTS');
  if (core.symbols.some(({ listed }) => listed.name === name)) return refuse('ALREADY_EXISTS');
  if (perp.symbols.some(({ listed }) => listed.name === name)) return refuse('ALREADY_EXISTS');
  // one contract wallet stands for all perpetuals, so all are of one asset; the index needs no conversion
  if (perp.settleAssetId !== 0 && perp.settleAssetId !== settleAssetId) return refuse('INVALID_COMMAND');
  if (index.listed.quoteAssetId !== settleAssetId) return refuse('INVALID_COMMAND');
  if (index.listed.tickDecimal !== command.tickDecimal) return refuse('INVALID_COMMAND');
  if (!isCount(command.maxLots) || !isCount(command.maxOpenOrders)) return refuse('INVALID_COMMAND');
  if (command.maxOpenOrders > MAX_OPEN_ORDERS) return refuse('INVALID_COMMAND');
  if (!isRate(command.priceBandPpm, PPM)) return refuse('INVALID_COMMAND');
  const rates = [command.makerFeePpm, command.takerFeePpm, command.liquidationFeePpm];
  if (!rates.every((ppm) => isRate(ppm, MAX_FEE_PPM))) return refuse('INVALID_COMMAND');
  if (!areTiers(command.tiers) || command.impactNotional <= 0n) return refuse('INVALID_COMMAND');
  if (!isCount(fundingIntervalMs) || fundingIntervalMs % GRID_MS !== 0) return refuse('INVALID_COMMAND');
  const base = core.assets.get(index.listed.baseAssetId)!;
  const terms = orderTerms(command, base.scale, core.assets.get(settleAssetId)!.scale);
  if (terms === null) return refuse('INVALID_COMMAND');
  perp.settleAssetId = settleAssetId;
  addSymbol(perp, command, nextFundingMs(core.timeMs, fundingIntervalMs));
  core.tape.catalogue();
  return DONE;
}

/** Makes a symbol of a listing that was checked. */
export function addSymbol(perp: PerpetualState, listed: ListPerpetual, fundingMs: number): PerpetualSymbol {
  const { core } = perp;
  const { baseAssetId } = core.symbolsById.get(listed.indexSymbolId)!.listed;
  const baseScale = core.assets.get(baseAssetId)!.scale;
  const terms = orderTerms(listed, baseScale, core.assets.get(listed.settleAssetId)!.scale)!;
  const clearing = core.accounts.ensureNamed(clearingAccount(listed.symbolId));
  const { pool, levels } = perp;
  const symbol = new PerpetualSymbol(listed, terms, baseAssetId, clearing, core, pool, levels, fundingMs);
  perp.addSymbol(symbol);
  return symbol;
}

/** Returns what is wrong with the limits of a perpetual; null if nothing is. */
export function limitsProblem(perp: PerpetualState, command: SetPerpetualLimits): RejectionCode | null {
  const symbol = perp.symbolsById.get(command.symbolId);
  if (symbol === undefined) return 'UNKNOWN_SYMBOL';
  const { maxLots, maxOpenOrders, priceBandPpm } = command;
  if (!isCount(maxLots) || !isCount(maxOpenOrders) || maxOpenOrders > MAX_OPEN_ORDERS)
    return 'INVALID_COMMAND';
  if (!isRate(priceBandPpm, PPM)) return 'INVALID_COMMAND';
  return withLimits(perp, symbol, command) === null ? 'INVALID_COMMAND' : null;
}

/** Sets limits that were checked. */
export function setPerpetualLimits(perp: PerpetualState, command: SetPerpetualLimits): Outcome {
  const symbol = perp.symbolsById.get(command.symbolId)!;
  const { listed, terms } = withLimits(perp, symbol, command)!;
  symbol.setLimits(listed, terms);
  perp.core.tape.catalogue();
  return DONE;
}

function withLimits(
  { core }: PerpetualState,
  { listed: current, baseAssetId }: PerpetualSymbol,
  { type: _, ...limits }: SetPerpetualLimits,
) {
  const listed = { ...current, ...limits };
  const scaleOf = (assetId: number) => core.assets.get(assetId)!.scale;
  const terms = orderTerms(listed, scaleOf(baseAssetId), scaleOf(listed.settleAssetId));
  return terms === null ? null : { listed, terms };
}

/** Returns what is wrong with the tiers of a perpetual; null if nothing is. */
export function tiersProblem(perp: PerpetualState, command: SetPerpetualTiers): RejectionCode | null {
  if (!perp.symbolsById.has(command.symbolId)) return 'UNKNOWN_SYMBOL';
  return areTiers(command.tiers) ? null : 'INVALID_COMMAND';
}

/** Sets tiers that were checked, and places all positions that they are about again. */
export function setPerpetualTiers(perp: PerpetualState, { symbolId, tiers }: SetPerpetualTiers): Outcome {
  const symbol = perp.symbolsById.get(symbolId)!;
  symbol.setTiers(tiers);
  for (const position of perp.positionsIn(symbol).values()) perp.risk(position.trader.user);
  perp.core.tape.catalogue();
  return DONE;
}

/** Returns null if no perpetual has this id. */
export function setPriceBand(perp: PerpetualState, { symbolId, priceBandPpm }: SetPriceBand): Outcome | null {
  const symbol = perp.symbolsById.get(symbolId);
  if (symbol === undefined) return null;
  if (!isRate(priceBandPpm, PPM)) return refuse('INVALID_COMMAND');
  if (symbol.setPriceBand(priceBandPpm)) perp.core.tape.catalogue();
  return DONE;
}

export function setPerpetualState(perp: PerpetualState, command: SetPerpetualState): Outcome {
  const symbol = perp.symbolsById.get(command.symbolId);
  if (symbol === undefined) return refuse('UNKNOWN_SYMBOL');
  const { symbolId, state, reason } = command;
  if (state !== 'trading' && state !== 'post-only' && state !== 'halted') return refuse('INVALID_COMMAND');
  symbol.state = state;
  symbol.stateReason = reason;
  perp.core.tape.note({ type: 'perpetualState', symbolId, state, reason });
  return DONE;
}

/** Adds to the insurance fund: emitted as an entry of the kind `insurance-funding`. */
export function fundInsurance(perp: PerpetualState, command: FundInsurance): Outcome {
  const { core } = perp;
  const { assetId, amount, fromUserId } = command;
  if (perp.settleAssetId === 0 || assetId !== perp.settleAssetId) return refuse('UNKNOWN_ASSET');
  if (amount <= 0n) return refuse('QUANTITY_INVALID');
  const ofUser = () => freeOf(perp, perp.userOrDraft(fromUserId));
  const source = fundingSource(core, { assetId, amount, fromUserId }, ofUser);
  if (typeof source === 'string') return refuse(source);
  if (fromUserId === 0) {
    postInsuranceFunding(perp, source, amount);
    return DONE;
  }
  const user = perp.userOrDraft(fromUserId);
  postInsuranceFunding(perp, user.account, amount);
  perp.risk(user);
  return DONE;
}

function isRate(ppm: number, highest: number): boolean {
  return Number.isInteger(ppm) && ppm >= 0 && ppm <= highest;
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0;
}
