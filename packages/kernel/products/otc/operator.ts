import { areOtcTerms, OTC_NOTICE_MS, type OtcTerms } from '@candor/rules';
import { isNamedTime } from '../../earn/offers.ts';
import type { Outcome } from '../../events.ts';
import { isReason, MAX_SUPPLY } from '../../limits.ts';
import { DONE, refuse } from '../../outcome.ts';
import type { State } from '../../state.ts';
import type { NextTerms, OtcBooks } from './books.ts';
import type { SetOtcCurrency, SetOtcMethod, SetOtcTerms, SetOtcTrader } from './commands.ts';

const CURRENCY = /^[A-Z]{3}$/;
const METHOD = /^[a-z0-9-]{2,40}$/;
const HASH = /^[0-9a-f]{64}$/;
const MAX_CURRENCY_SCALE = 3;
const MAX_RATE = 10n ** 15n;
const MAX_LISTED = 200;
const SECOND_MS = 1_000;
const MAX_APPEAL_AFTER_MS = 7 * 24 * 3_600 * SECOND_MS;

/** True for the code of a payment method. */
export const isOtcMethod = (method: string): boolean => METHOD.test(method);
/** True for a hex SHA-256. */
export const isOtcHash = (hash: string): boolean => HASH.test(hash);

/** Sets the first terms at once, later ones at their named time and with notice. */
export function setOtcTerms(state: State, books: OtcBooks, command: SetOtcTerms): Outcome {
  const { effectiveMs, reason } = command;
  const terms = inOrder(command.terms);
  if (!isReason(reason) || !isNamedTime(state, effectiveMs)) return refuse('INVALID_COMMAND');
  if (!state.assets.has(terms.valueAssetId)) return refuse('UNKNOWN_ASSET');
  if (!areOtcTerms(terms) || terms.deposit >= MAX_SUPPLY) return refuse('INVALID_COMMAND');
  if (books.terms !== null) {
    if (terms.valueAssetId !== books.terms.valueAssetId) return refuse('INVALID_COMMAND');
    if (effectiveMs < state.timeMs + OTC_NOTICE_MS) return refuse('CHANGE_TOO_SOON');
  }
  const atMs = Math.max(effectiveMs, state.timeMs);
  state.tape.note({ type: 'otcTermsSet', terms, effectiveMs: atMs, reason });
  const next: NextTerms = { terms, effectiveMs: atMs };
  if (books.terms === null) books.terms = next.terms;
  else books.next = next;
  return DONE;
}

/** Terms in one order of keys, however the command lists them: events are digested by it. */
function inOrder(terms: OtcTerms): OtcTerms {
  return {
    valueAssetId: terms.valueAssetId,
    makerFeePpm: terms.makerFeePpm,
    bandPpm: terms.bandPpm,
    minWindowMs: terms.minWindowMs,
    maxWindowMs: terms.maxWindowMs,
    maxStableWindowMs: terms.maxStableWindowMs,
    lapseMs: terms.lapseMs,
    silenceMs: terms.silenceMs,
    answerMs: terms.answerMs,
    decideMs: terms.decideMs,
    holdMs: terms.holdMs,
    faultsToPause: terms.faultsToPause,
    faultMemoryMs: terms.faultMemoryMs,
    pausesMs: [...terms.pausesMs],
    newOrders: terms.newOrders,
    newValue: terms.newValue,
    deposit: terms.deposit,
    depositBackMs: terms.depositBackMs,
  };
}

/** Sets a currency's reference rate: it bounds what can be taken from now on, and moves nothing. */
export function setOtcCurrency(state: State, books: OtcBooks, command: SetOtcCurrency): Outcome {
  const { currency, scale, rate, reason } = command;
  if (!isReason(reason) || !CURRENCY.test(currency)) return refuse('INVALID_COMMAND');
  if (!Number.isInteger(scale) || scale < 0 || scale > MAX_CURRENCY_SCALE) return refuse('INVALID_COMMAND');
  if (rate <= 0n || rate > MAX_RATE) return refuse('PRICE_INVALID');
  const known = books.currencies.get(currency);
  if (known === undefined && books.currencies.size >= MAX_LISTED) return refuse('INVALID_COMMAND');
  if (known !== undefined && known.scale !== scale) return refuse('INVALID_COMMAND');
  books.currencies.set(currency, { currency, scale, rate });
  state.tape.note({ type: 'otcCurrencySet', currency, scale, rate, reason });
  return DONE;
}

/** Sets how long a method takes before an appeal, for orders from now on, and if new orders may use it. */
export function setOtcMethod(state: State, books: OtcBooks, command: SetOtcMethod): Outcome {
  const { method, appealAfterMs, isOpen, reason } = command;
  if (!isReason(reason) || !isOtcMethod(method)) return refuse('INVALID_COMMAND');
  const isTime = Number.isSafeInteger(appealAfterMs) && appealAfterMs >= SECOND_MS;
  if (!isTime || appealAfterMs > MAX_APPEAL_AFTER_MS) return refuse('INVALID_COMMAND');
  if (!books.methods.has(method) && books.methods.size >= MAX_LISTED) return refuse('INVALID_COMMAND');
  books.methods.set(method, { method, appealAfterMs, isOpen });
  state.tape.note({ type: 'otcMethodSet', method, appealAfterMs, isOpen, reason });
  return DONE;
}

/** Admits a user or bars one: a house account never trades here. */
export function setOtcTrader(state: State, books: OtcBooks, command: SetOtcTrader): Outcome {
  const { accountUserId: userId, isAdmitted, person, reason } = command;
  if (!isReason(reason) || !isOtcHash(person)) return refuse('INVALID_COMMAND');
  const account = userId > 0 ? state.accounts.find(userId) : 0;
  if (account === 0) return refuse('UNKNOWN_ACCOUNT');
  if (state.accounts.tradeGroup[account] !== account) return refuse('NOT_PERMITTED');
  const trader = books.traderOf(userId);
  trader.isAdmitted = isAdmitted;
  trader.person = person;
  state.tape.note({ type: 'otcTraderSet', userId, isAdmitted, person, reason });
  return DONE;
}
