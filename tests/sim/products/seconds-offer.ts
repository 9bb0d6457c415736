import type { AppliedCommand } from '@candor/journal';
import type { SecondEndedEvent, SecondsLimitsEvent, SecondTerms, SetSecondsTerms } from '@candor/kernel';
import { must, words } from '../product.ts';

const DAY_MS = 86_400_000;
const ALL = 0;

type Offer = Pick<SetSecondsTerms, 'periods' | 'minQuantity' | 'maxQuantity'>;

/** The contracts that may be opened: the offer, the limits of the pool and of each user, and users' own limits. */
export class SecondsOffer {
  private readonly offers = new Map<number, Offer>();
  private readonly caps = new Map<number, bigint>();
  private readonly halted = new Set<number>();
  private readonly limits = new Map<number, SecondsLimitsEvent>();
  /** Lost by each user since midnight UTC less what was won. */
  private readonly lost = new Map<string, bigint>();
  private userCap: bigint | null = null;

  /** Takes what a committed command changed. */
  follow({ envelope: { body }, outcome }: AppliedCommand): void {
    if (!outcome.ok) return;
    if (body.type === 'setSecondsTerms' || body.type === 'changeSecondsTerms')
      this.offers.set(body.symbolId, body);
    else if (body.type === 'setExposureCap' || body.type === 'changeSecondsCap')
      this.caps.set(body.symbolId, body.cap);
    else if (body.type === 'setSecondsUserCap') this.userCap = body.cap;
    else if (body.type === 'setSecondsState' && body.state === 'halted') this.halted.add(body.symbolId);
    else if (body.type === 'setSecondsState') this.halted.delete(body.symbolId);
  }

  limited(event: SecondsLimitsEvent): void {
    this.limits.set(event.userId, event);
  }

  ended(terms: SecondTerms, { paid }: SecondEndedEvent, nowMs: number): void {
    const name = dayOf(terms.userId, nowMs);
    this.lost.set(name, (this.lost.get(name) ?? 0n) + terms.stake - paid);
  }

  /** Judges a contract at its acceptance; `open` are all that are open then, with it. */
  accepted(terms: SecondTerms, shownPpm: number | null, open: Iterable<SecondTerms>): void {
    const { userId, symbolId, periodS, payoutPpm, quantity, acceptedMs } = terms;
    const offer = this.offers.get(symbolId);
    const period = offer?.periods.find((each) => each.periodS === periodS);
    must(
      offer !== undefined &&
        period?.payoutPpm === payoutPpm &&
        quantity >= offer.minQuantity &&
        quantity <= offer.maxQuantity &&
        !this.halted.has(symbolId) &&
        !this.halted.has(ALL),
      'terms are those on offer',
      () => `${words(terms)}; on offer ${words(offer)}, halted ${[...this.halted]}`,
    );
    must(
      shownPpm === null || shownPpm === payoutPpm,
      'nobody is bound to a rate that was not shown',
      () => `${words(terms)}: shown ${shownPpm}`,
    );
    let all = 0n;
    let ofSymbol = 0n;
    let ofUser = 0n;
    let staked = 0n;
    for (const each of open) {
      all += each.payout;
      if (each.symbolId === symbolId) ofSymbol += each.payout;
      if (each.userId !== userId) continue;
      ofUser += each.payout;
      staked += each.stake;
    }
    must(
      all <= (this.caps.get(ALL) ?? 0n) &&
        ofSymbol <= (this.caps.get(symbolId) ?? 0n) &&
        (this.userCap === null || ofUser <= this.userCap),
      'the pool’s exposure is capped',
      () => `${words(terms)}: ${all} in all, ${ofSymbol} of the symbol, ${ofUser} of the user`,
    );
    const limit = this.limitAt(userId, acceptedMs);
    const lost = this.lost.get(dayOf(userId, acceptedMs)) ?? 0n;
    must(
      limit === null || lost + staked <= limit,
      'nobody can lose more on a day than they allow themselves',
      () => `${words(terms)}: lost ${lost}, open ${staked}, limit ${limit}`,
    );
  }

  private limitAt(userId: number, nowMs: number): bigint | null {
    const own = this.limits.get(userId);
    if (own === undefined) return null;
    return own.pendingFromMs !== 0 && own.pendingFromMs <= nowMs ? own.pending : own.limit;
  }
}

function dayOf(userId: number, timeMs: number): string {
  return `${userId} ${Math.floor(timeMs / DAY_MS)}`;
}
