import { MAX_FEE_PPM, orderTerms } from '@candor/rules';
import { SYMBOL_STATES } from './codec/commands.ts';
import type {
  Genesis,
  ListAsset,
  ListSymbol,
  OpenAccount,
  PracticeFunds,
  SetFees,
  SetPriceBand,
  SetSymbolState,
  SetVenue,
} from './commands.ts';
import type { Outcome } from './events.ts';
import { FEES, PRACTICE_CUSTODY, SAFETY_FUND } from './ledger/accounts.ts';
import { MAX_USER_ID } from './ledger/wallets.ts';
import { DONE, refuse } from './outcome.ts';
import { SpotSymbol } from './products/spot/spot-symbol.ts';
import type { State } from './state.ts';

const MAX_SCALE = 8;
const MAX_ID = 65_535;
const MAX_TEXT = 200;
const MAX_OPEN_ORDERS = 10_000;
const PPM = 1_000_000;
/** Ids from here on are practice assets: no journal knows both kinds. */
const FIRST_PRACTICE_ASSET = 1001;
/** An asset's supply stays below this many base units, so that no sum outgrows 64 bits. */
export const MAX_SUPPLY = 2n ** 62n;

/** Fixes for ever what this journal deals in. A real one takes no prices but live ones. */
export function genesis(state: State, command: Genesis): Outcome {
  if (state.mode !== null) return refuse('ALREADY_EXISTS');
  if (command.mode === 'real' && command.feed !== 'live') return refuse('PRACTICE_ONLY');
  state.mode = command.mode;
  state.feed = command.feed;
  state.seedHash = command.seedHash;
  state.tape.catalogue();
  return DONE;
}

export function listAsset(state: State, command: ListAsset): Outcome {
  const { assetId, code, name, scale } = command;
  if (!isId(assetId) || !isText(code) || !isText(name)) return refuse('INVALID_COMMAND');
  if (!Number.isInteger(scale) || scale < 0 || scale > MAX_SCALE) return refuse('INVALID_COMMAND');
  const isPractice = assetId >= FIRST_PRACTICE_ASSET;
  if (isPractice !== (state.mode === 'practice')) return refuse('PRACTICE_ONLY');
  if (state.assets.has(assetId)) return refuse('ALREADY_EXISTS');
  state.assets.set(assetId, { assetId, code, name, scale, feesCarried: 0 });
  state.tape.catalogue();
  return DONE;
}

export function listSymbol(state: State, command: ListSymbol): Outcome {
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
  const symbol = new SpotSymbol(command, terms, state.symbols.length, state.orders, state.levels);
  openHouseBalances(state, symbol);
  state.symbols.push(symbol);
  state.symbolsById.set(command.symbolId, symbol);
  state.tape.catalogue();
  return DONE;
}

/** Finds the slots that every fill of a symbol posts to. */
export function openHouseBalances(state: State, symbol: SpotSymbol): void {
  const { accounts, balances } = state;
  const fees = accounts.find(FEES);
  const fund = accounts.find(SAFETY_FUND);
  symbol.feesBase = balances.findOrOpen(fees, symbol.listed.baseAssetId);
  symbol.feesQuote = balances.findOrOpen(fees, symbol.listed.quoteAssetId);
  symbol.fundBase = balances.findOrOpen(fund, symbol.listed.baseAssetId);
  symbol.fundQuote = balances.findOrOpen(fund, symbol.listed.quoteAssetId);
}

export function setSymbolState(state: State, command: SetSymbolState): Outcome {
  const symbol = state.symbolsById.get(command.symbolId);
  if (symbol === undefined) return refuse('UNKNOWN_SYMBOL');
  const code = SYMBOL_STATES.indexOf(command.state);
  if (code < 0 || typeof command.reason !== 'string') return refuse('INVALID_COMMAND');
  symbol.state = command.state;
  symbol.stateReason = command.reason;
  state.tape.symbolState(command.symbolId, code, command.reason);
  return DONE;
}

export function setPriceBand(state: State, { symbolId, priceBandPpm }: SetPriceBand): Outcome {
  const symbol = state.symbolsById.get(symbolId);
  if (symbol === undefined) return refuse('UNKNOWN_SYMBOL');
  if (!isPriceBand(priceBandPpm)) return refuse('INVALID_COMMAND');
  if (symbol.setPriceBand(priceBandPpm)) state.tape.catalogue();
  return DONE;
}

/** True if the value is a valid price band, in parts per million around the index. */
export function isPriceBand(ppm: number): boolean {
  return Number.isInteger(ppm) && ppm >= 0 && ppm <= PPM;
}

export function setFees(state: State, command: SetFees): Outcome {
  for (const ppm of [command.makerPpm, command.takerPpm]) {
    if (!Number.isInteger(ppm) || ppm < 0 || ppm > MAX_FEE_PPM) return refuse('INVALID_COMMAND');
  }
  state.makerFeePpm = command.makerPpm;
  state.takerFeePpm = command.takerPpm;
  state.fees.setFlat(command.makerPpm, command.takerPpm);
  state.tape.catalogue();
  return DONE;
}

export function setVenue(state: State, command: SetVenue): Outcome {
  const { venueId, name, weightPpm } = command;
  if (!isId(venueId) || !isText(name)) return refuse('INVALID_COMMAND');
  if (!Number.isInteger(weightPpm) || weightPpm < 0 || weightPpm > PPM) return refuse('INVALID_COMMAND');
  state.index.venues.set(venueId, { venueId, name, weightPpm });
  state.tape.catalogue();
  return DONE;
}

export function openAccount(state: State, command: OpenAccount): Outcome {
  const { accountUserId, kind } = command;
  if (!isCount(accountUserId) || accountUserId > MAX_USER_ID) return refuse('INVALID_COMMAND');
  if (kind !== 'user' && kind !== 'house') return refuse('INVALID_COMMAND');
  if (state.accounts.find(accountUserId) !== 0) return refuse('ALREADY_EXISTS');
  state.accounts.open(accountUserId, kind === 'house');
  state.tape.catalogue();
  return DONE;
}

/** Posts practice funds from practice custody to an account. */
export function practiceFunds(state: State, command: PracticeFunds): Outcome {
  if (state.mode !== 'practice') return refuse('PRACTICE_ONLY');
  const { accountUserId, assetId, amount } = command;
  const account = state.accounts.find(accountUserId);
  if (account === 0 || accountUserId <= 0) return refuse('UNKNOWN_ACCOUNT');
  if (!state.assets.has(assetId)) return refuse('UNKNOWN_ASSET');
  if (amount <= 0n) return refuse('QUANTITY_INVALID');
  const { balances } = state;
  const custodyAccount = state.accounts.find(PRACTICE_CUSTODY);
  const issued = -balances.total(balances.find(custodyAccount, assetId));
  if (issued + amount >= MAX_SUPPLY) return refuse('AMOUNT_TOO_LARGE');
  const custody = balances.findOrOpen(custodyAccount, assetId);
  const balance = balances.findOrOpen(account, assetId);
  balances.postBig(custody, -amount);
  balances.postBig(balance, amount);
  state.tape.practiceFunds(assetId, accountUserId, amount, balances.total(custody), balances.total(balance));
  return DONE;
}

function isId(id: number): boolean {
  return isCount(id) && id <= MAX_ID;
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0;
}

function isText(text: string): boolean {
  return typeof text === 'string' && text.length > 0 && text.length <= MAX_TEXT;
}
