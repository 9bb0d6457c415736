import type { Genesis, ListAsset, OpenAccount, PracticeFunds, SetVenue } from './commands.ts';
import type { Outcome } from './events.ts';
import { PRACTICE_CUSTODY } from './ledger/accounts.ts';
import { supplyAllows } from './ledger/supply.ts';
import { MAX_USER_ID } from './ledger/wallets.ts';
import { isCount, isId, isPpm, isText } from './limits.ts';
import { DONE, refuse } from './outcome.ts';
import type { State } from './state.ts';

const MAX_SCALE = 8;
/** Ids from here on are practice assets: no journal knows both kinds. */
const FIRST_PRACTICE_ASSET = 1001;

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

export function setVenue(state: State, command: SetVenue): Outcome {
  const { venueId, name, weightPpm } = command;
  if (!isId(venueId) || !isText(name)) return refuse('INVALID_COMMAND');
  if (!isPpm(weightPpm)) return refuse('INVALID_COMMAND');
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
  if (!supplyAllows(state, assetId, amount)) return refuse('AMOUNT_TOO_LARGE');
  const { balances } = state;
  const custodyAccount = state.accounts.find(PRACTICE_CUSTODY);
  const custody = balances.findOrOpen(custodyAccount, assetId);
  const balance = balances.findOrOpen(account, assetId);
  balances.postBig(custody, -amount);
  balances.postBig(balance, amount);
  state.tape.practiceFunds(assetId, accountUserId, amount, balances.total(custody), balances.total(balance));
  return DONE;
}
