import type { PriceTicks } from '@candor/money';
import { SECONDS_INDEX_STALE_MS } from '@candor/prices';
import { closingTicks, openingTick, payoutOf, secondsIndexAt, stakeOf, tickTimeMs } from '@candor/rules';
import type { Outcome, RejectionCode } from '../../events.ts';
import { postEntry } from '../../ledger/entries.ts';
import { walletAccount } from '../../ledger/wallets.ts';
import { refuse, secondDone } from '../../outcome.ts';
import type { OpenSecondContract } from './commands.ts';
import type { SecondTerms } from './contract.ts';
import type { Desk } from './desk.ts';
import { limitRefusal, newUser } from './users.ts';
import type { SecondsOffer } from './view.ts';

/** Open contracts of one user at most. */
const MAX_OPEN = 50;
const MAX_CLIENT_ID = 36;

/** True when users of a country may open contracts. */
export function isEnabled(desk: Desk, country: string | null): boolean {
  return desk.practice || (country !== null && desk.countries.includes(country));
}

/**
 * The second-contract index at this moment; null while it is stale. Ticks whose numbers are not those of the clock
 * make it stale: they could not open a contract at the tick that its acceptance names.
 */
export function indexNow(desk: Desk, symbolId: number): PriceTicks | null {
  const { timeMs, index } = desk.state;
  const behindMs = timeMs - tickTimeMs(index.lastTickNo);
  if (behindMs < 0 || behindMs > SECONDS_INDEX_STALE_MS) return null;
  const { quotes } = desk.quotesNow(symbolId);
  return secondsIndexAt(quotes, desk.weights(), timeMs, desk.quorum).priceTicks as PriceTicks | null;
}

/** Accepts a contract on its terms: the stake and the whole payout go into escrow before anybody knows a price of it. */
export function accept(desk: Desk, userId: number, command: OpenSecondContract): Outcome {
  const { state } = desk;
  const { symbolId, direction, periodS, quantity, payoutPpm, clientOrderId } = command;
  if (state.accounts.find(userId) === 0) return refuse('UNKNOWN_ACCOUNT');
  if (!state.symbolsById.has(symbolId)) return refuse('UNKNOWN_SYMBOL');
  if (direction !== 'up' && direction !== 'down') return refuse('INVALID_COMMAND');
  if (clientOrderId !== null && (clientOrderId.length === 0 || clientOrderId.length > MAX_CLIENT_ID)) {
    return refuse('INVALID_COMMAND');
  }
  const offer = desk.offers.get(symbolId);
  const period = offer?.periods.find((offered) => offered.periodS === periodS);
  if (offer === undefined || period === undefined) return refuse('SECONDS_NOT_OFFERED');
  if (payoutPpm !== null && payoutPpm !== period.payoutPpm) return refuse('SECONDS_TERMS_CHANGED');
  if (!Number.isSafeInteger(quantity)) return refuse('QUANTITY_INVALID');
  if (quantity < offer.minQuantity || quantity > offer.maxQuantity) return refuse('QUANTITY_INVALID');
  const { assetId } = offer;
  const stake = stakeOf(quantity, state.assets.get(assetId)!.scale);
  const payout = payoutOf(stake, period.payoutPpm);
  const refusal =
    senderRefusal(desk, userId, command, stake) ??
    (indexNow(desk, symbolId) === null ? 'INDEX_STALE' : null) ??
    moneyRefusal(desk, userId, offer, stake, payout);
  if (refusal !== null) return refuse(refusal);

  const contractId = ++state.lastOrderId;
  const openTickNo = openingTick(state.timeMs);
  const terms: SecondTerms = {
    contractId,
    userId,
    symbolId,
    clientOrderId,
    direction,
    periodS,
    quantity,
    assetId,
    stake,
    payoutPpm: period.payoutPpm,
    payout,
    formula: offer.formula,
    acceptedMs: state.timeMs,
    acceptedSeq: state.seq,
    openTickNo,
    closeTickNo: closingTicks(openTickNo, periodS).at(-1)!,
    weights: desk.weights(),
    quorum: desk.quorum,
  };
  state.tape.note({ type: 'secondAccepted', terms, simulated: state.mode === 'practice' });
  postEntry(state, 'second-open', { tradeId: 0, orderId: contractId }, [
    { account: state.accounts.find(walletAccount(userId, 'second')), assetId, amount: -stake },
    { account: desk.pool(), assetId, amount: -payout },
    { account: desk.escrow(), assetId, amount: stake + payout },
  ]);
  desk.add({ terms, opening: null, closing: [] });
  return secondDone(contractId);
}

function senderRefusal(
  desk: Desk,
  userId: number,
  { symbolId, clientOrderId, country }: OpenSecondContract,
  stake: bigint,
): RejectionCode | null {
  const { accounts, symbolsById, timeMs } = desk.state;
  if (accounts.house[accounts.find(userId)] === 1) return 'NOT_PERMITTED';
  if (!isEnabled(desk, country)) return 'SECONDS_NOT_ENABLED';
  const user = desk.users.get(userId) ?? newUser();
  const limited = limitRefusal(user, stake, timeMs);
  if (limited !== null) return limited;
  if (symbolsById.get(symbolId)!.state === 'halted') return 'SYMBOL_HALTED';
  if (desk.haltOf(symbolId) !== null) return 'SECONDS_HALTED';
  if (user.open.size >= MAX_OPEN) return 'TOO_MANY_OPEN_ORDERS';
  if (clientOrderId === null) return null;
  for (const contractId of user.open) {
    if (desk.contracts.get(contractId)!.terms.clientOrderId === clientOrderId)
      return 'DUPLICATE_CLIENT_ORDER_ID';
  }
  return null;
}

function moneyRefusal(
  desk: Desk,
  userId: number,
  { symbolId, assetId }: SecondsOffer,
  stake: bigint,
  payout: bigint,
): RejectionCode | null {
  const { accounts, balances } = desk.state;
  const wallet = accounts.find(walletAccount(userId, 'second'));
  const owned = wallet === 0 ? 0n : balances.available(balances.find(wallet, assetId));
  if (owned < stake) return 'INSUFFICIENT_BALANCE';
  const ofUser = desk.users.get(userId)?.openPayouts ?? 0n;
  if (desk.userCap !== null && ofUser + payout > desk.userCap) return 'SECONDS_USER_CAP';
  const ofSymbol = desk.symbols.get(symbolId)?.reserved ?? 0n;
  if (ofSymbol + payout > (desk.caps.get(symbolId) ?? 0n)) return 'SECONDS_EXPOSURE_CAP';
  if (desk.reserved + payout > (desk.caps.get(0) ?? 0n)) return 'SECONDS_EXPOSURE_CAP';
  if (desk.poolAvailable(assetId) < payout) return 'SECONDS_POOL_SHORT';
  return null;
}
