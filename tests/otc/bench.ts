import {
  type Applied,
  type Command,
  OTC_ESCROW,
  OTC_FEES,
  outcomeAs,
  type PublishOtcOffer,
} from '@candor/kernel';
import type { Amount } from '@candor/money';
import { firstOtcTerms, type OtcOpenState, type OtcTerms } from '@candor/rules';
import { BITCOIN_LISTING, BTC, bitcoinPrice, HOUSE, USDT } from '../support/bitcoin-listing.ts';
import { COIN, KernelBench, units } from '../support/kernel-bench.ts';

export { BTC, COIN, HOUSE, USDT, units };
/** A merchant, and users. */
export const MIA = 1000;
export const ANN = 1001;
export const BOB = 1002;
export const START_MS = 1_700_000_000_000;
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const REASON = 'A test of OTC';
export const HASH = 'ab'.repeat(32);
export const TERMS = firstOtcTerms(USDT, 8);

/** Millionths of a currency. */
export const price = (decimal: string): bigint => units(decimal) / 100n;

/** Hex of 32 bytes that names a person. */
export const personOf = (userId: number): string => userId.toString(16).padStart(64, '0');

/** An offer that sells 1,000 USDT at 7.20, at least 10 an order. */
export const SELL: Omit<PublishOtcOffer, 'type'> = {
  side: 'sell',
  assetId: USDT,
  currency: 'CNY',
  pricing: { kind: 'fixed', price: price('7.2') },
  amount: units('1000'),
  minAmount: units('10'),
  maxAmount: units('1000'),
  windowMs: 15 * MINUTE,
  methods: ['instant', 'bank'],
  termsHash: HASH,
  minReleased: 0,
};

/** A kernel with a merchant and users; the test moves its clock. All is audited. */
export class Bench extends KernelBench {
  readonly applied: Applied[] = [];
  private tickNo = 0;

  constructor({ users = 2, terms = {} }: { users?: number; terms?: Partial<OtcTerms> } = {}) {
    super(START_MS);
    for (const command of BITCOIN_LISTING) this.sure(0, command);
    const published = { ...TERMS, newOrders: 0, ...terms };
    this.sure(0, { type: 'setOtcTerms', terms: published, effectiveMs: 0, reason: REASON });
    this.sure(0, { type: 'setOtcCurrency', currency: 'CNY', scale: 2, rate: price('7.1'), reason: REASON });
    const method = (name: string, minutes: number): Command => {
      const appealAfterMs = minutes * MINUTE;
      return { type: 'setOtcMethod', method: name, appealAfterMs, isOpen: true, reason: REASON };
    };
    this.sure(0, method('instant', 15));
    this.sure(0, method('bank', 24 * 60));
    for (let user = MIA; user <= MIA + users; user++) {
      this.sure(0, { type: 'openAccount', accountUserId: user, kind: 'user' });
      this.give(user, USDT, '10000');
      this.give(user, BTC, '10');
      this.admit(user);
    }
    this.makeMerchant(MIA);
    this.tick();
  }

  makeMerchant(userId: number): void {
    this.transfer(userId, USDT, '5000');
    this.sure(0, { type: 'admitOtcMerchant', accountUserId: userId, reason: REASON });
  }

  admit(userId: number, person = personOf(userId)): void {
    this.sure(0, {
      type: 'setOtcTrader',
      accountUserId: userId,
      isAdmitted: true,
      person,
      reason: REASON,
    });
  }

  give(userId: number, assetId: number, amount: string): void {
    this.sure(0, { type: 'practiceFunds', accountUserId: userId, assetId, amount: units(amount) });
  }

  /** Moves coins into the OTC wallet, or out of it. */
  transfer(userId: number, assetId: number, amount: string, back = false): string {
    const [from, to] = back ? (['otc', 'spot'] as const) : (['spot', 'otc'] as const);
    const symbols = { fromSymbolId: 0, toSymbolId: 0 };
    return this.send(userId, { type: 'transfer', from, to, ...symbols, assetId, amount: units(amount) });
  }

  override apply(userId: number, body: Command): Applied {
    const applied = super.apply(userId, body);
    this.applied.push(applied);
    return applied;
  }

  send(userId: number, body: Command): string {
    return this.code(userId, body);
  }

  sure(userId: number, body: Command): void {
    this.accepted(userId, body);
  }

  /** Sends a price of Bitcoin, and so keeps its index fresh. */
  tick(dollars = 50_000): void {
    this.tickNo += 1;
    this.sure(0, bitcoinPrice(this.tickNo, dollars, this.nowMs));
  }

  pass(ms: number): void {
    this.walkTo(this.nowMs + ms);
  }

  /** Is down for so long. */
  down(ms: number): void {
    this.nowMs += ms;
    this.sure(0, { type: 'tick' });
  }

  /** Publishes an offer of the merchant and returns its id. */
  offer(terms: Partial<PublishOtcOffer> = {}, userId = MIA): number {
    this.sure(userId, { type: 'publishOtcOffer', ...SELL, ...terms });
    return this.lastId();
  }

  take(userId: number, offerId: number, amount: string, seen = '7.2', method = 'instant', version = 1) {
    return this.send(userId, {
      type: 'takeOtcOffer',
      offerId,
      version,
      seenPrice: price(seen),
      amount: units(amount),
      method,
    });
  }

  /** Takes a new offer of the merchant and returns the order. */
  order(amount = '100', userId = ANN, method = 'instant', offerId = this.offer()): number {
    const code = this.take(userId, offerId, amount, '7.2', method);
    if (code !== 'ok') throw new Error(`The offer was not taken: ${code}`);
    return this.lastId();
  }

  pay(userId: number, orderId: number, seen: OtcOpenState = 'created'): string {
    return this.send(userId, { type: 'payOtcOrder', orderId, seen });
  }

  cancel(userId: number, orderId: number, seen: OtcOpenState): string {
    return this.send(userId, { type: 'cancelOtcOrder', orderId, seen });
  }

  release(userId: number, orderId: number, seen: OtcOpenState, amount = '100', sameName = true): string {
    const answers = { arrived: true, whole: true, sameName };
    return this.send(userId, { type: 'releaseOtcOrder', orderId, seen, amount: units(amount), ...answers });
  }

  ask(userId: number, orderId: number, why: 'unable' | 'other-name', seen: OtcOpenState = 'created'): string {
    return this.send(userId, { type: 'askOtcCancel', orderId, seen, why });
  }

  appeal(userId: number, orderId: number, seen: OtcOpenState): string {
    return this.send(userId, { type: 'appealOtcOrder', orderId, seen, reason: 'paid', evidence: HASH });
  }

  state(userId: number, orderId: number): string {
    return this.send(userId, { type: 'stateOtcAppeal', orderId, seen: 'appealed', evidence: HASH });
  }

  resolve(
    orderId: number,
    winner: 'buyer' | 'seller',
    fault: 'buyer' | 'seller' | 'nobody' = 'nobody',
  ): string {
    const decided = { reason: 'proof-of-payment', operators: ['olga', 'otto'] };
    return this.send(0, { type: 'resolveOtcAppeal', orderId, seen: 'appealed', winner, fault, ...decided });
  }

  lastId(): number {
    const outcome = this.applied.at(-1)!.outcome;
    if (!outcome.ok) throw new Error('The last command was refused');
    return outcomeAs(outcome, 'otc').id;
  }

  stateOf(orderId: number): OtcOpenState | 'ended' {
    return this.kernel.otc.order(orderId)?.state ?? 'ended';
  }

  balance(userId: number, assetId: number, wallet: 'spot' | 'otc' = 'spot'): bigint {
    return this.kernel.balances(userId, wallet).find((each) => each.assetId === assetId)?.available ?? 0n;
  }

  /** Balance of an account of the house, by all entries so far. */
  house(account: number, assetId: number): bigint {
    let sum = 0n;
    for (const event of this.events)
      if (event.type === 'entry')
        for (const posting of event.postings)
          if (posting.account === account && posting.assetId === assetId) sum += posting.amount;
    return sum;
  }

  escrow(assetId = USDT): bigint {
    return this.house(OTC_ESCROW, assetId);
  }

  fees(assetId = USDT): bigint {
    return this.house(OTC_FEES, assetId);
  }

  withdraw(userId: number, assetId: number, amount: string, withdrawalNo: number): string {
    const fee = 0n as Amount;
    const withdrawal = { withdrawalNo, accountUserId: userId, assetId, amount: units(amount), fee };
    return this.send(0, { type: 'requestWithdrawal', ...withdrawal });
  }
}
