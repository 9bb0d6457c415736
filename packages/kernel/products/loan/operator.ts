import { areLoanTerms, loanSchedule } from '@candor/rules';
import { isNamedTime } from '../../earn/offers.ts';
import type { Outcome } from '../../events.ts';
import { LOAN_POOL } from '../../ledger/accounts.ts';
import { fundPool } from '../../ledger/funding.ts';
import { isReason, MAX_SUPPLY } from '../../limits.ts';
import { DONE, refuse } from '../../outcome.ts';
import type { State } from '../../state.ts';
import type { LoanBooks } from './books.ts';
import type { CloseLoanOffer, FundLoanPool, LoanOfferTerms, OfferLoan } from './commands.ts';

const MAX_OFFERS = 200;
/** Amounts stay below: a schedule of them never outgrows the books. */
const MAX_LOAN = MAX_SUPPLY / 8n;

/**
 * Adds an offer, which opens at the named time, or at once where that has passed: it may have waited for a second
 * operator. All offers lend one asset, in which limits are counted; the least amount must be repayable.
 */
export function offerLoan(state: State, books: LoanBooks, command: OfferLoan): Outcome {
  const { reason } = command;
  const terms = offerTerms(command);
  if (!isReason(reason) || !isNamedTime(state, command.opensMs)) return refuse('INVALID_COMMAND');
  const opensMs = Math.max(command.opensMs, state.timeMs);
  if (!state.assets.has(terms.assetId)) return refuse('UNKNOWN_ASSET');
  const [first] = books.offers.values();
  if (first !== undefined && first.assetId !== terms.assetId) return refuse('INVALID_COMMAND');
  if (books.offers.size >= MAX_OFFERS || !areLoanTerms(terms)) return refuse('INVALID_COMMAND');
  const { minAmount, maxAmount } = terms;
  if (minAmount <= 0n || maxAmount < minAmount || maxAmount >= MAX_LOAN) return refuse('LOAN_AMOUNT');
  if (loanSchedule(terms, minAmount, Math.floor(opensMs / 1_000)) === null) return refuse('LOAN_TERMS');
  const offerId = books.offers.size + 1;
  books.offers.set(offerId, { ...terms, offerId, opensMs, closesMs: null });
  state.tape.note({ type: 'loanOffered', offerId, ...terms, opensMs, reason });
  return DONE;
}

/** The terms of an offer in one order of keys, however the command lists them: events are digested by it. */
function offerTerms(command: OfferLoan): LoanOfferTerms {
  const { method, cycle, cycleCount, instalments, dailyPpm, overduePpm, overdueCapPpm } = command;
  const { assetId, minAmount, maxAmount } = command;
  const terms = { method, cycle, cycleCount, instalments, dailyPpm, overduePpm, overdueCapPpm };
  return { ...terms, assetId, minAmount, maxAmount };
}

/** Sets the end of an offer, once, at the named time or at once where that has passed. */
export function closeLoanOffer(state: State, books: LoanBooks, command: CloseLoanOffer): Outcome {
  const { offerId, reason } = command;
  const offer = books.offers.get(offerId);
  if (offer === undefined) return refuse('LOAN_OFFER_UNKNOWN');
  if (!isReason(reason) || !isNamedTime(state, command.closesMs)) return refuse('INVALID_COMMAND');
  const closesMs = Math.max(command.closesMs, state.timeMs);
  if (offer.closesMs !== null && offer.closesMs <= closesMs) return refuse('LOAN_OFFER_CLOSED');
  offer.closesMs = closesMs;
  state.tape.note({ type: 'loanOfferClosed', offerId, closesMs, reason });
  return DONE;
}

/** Moves coins between a house account, or practice custody, and the pool. */
export function fundLoanPool(state: State, command: FundLoanPool): Outcome {
  const { assetId, reason } = command;
  if (!isReason(reason)) return refuse('INVALID_COMMAND');
  const figures = fundPool(state, 'loan-funding', { number: LOAN_POOL }, command);
  if (typeof figures === 'string') return refuse(figures);
  const { before, after } = figures;
  state.tape.note({ type: 'loanFunded', assetId, before, after, reason });
  return DONE;
}
