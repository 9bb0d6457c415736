import type { AppliedCommand } from '@candor/journal';
import type { LoanPaidOutEvent, OfferLoan } from '@candor/kernel';

const WEEK_MS = 7 * 86_400_000;

interface Offer {
  readonly command: OfferLoan;
  readonly opensMs: number;
  closesMs: number;
}

/** Offers of loans as they were made, by their numbers from 1 on. */
export class LoanOffers {
  private readonly offers: Offer[] = [];

  onCommand({ envelope: { body, timeMs }, outcome }: AppliedCommand): void {
    if (!outcome.ok) return;
    if (body.type === 'offerLoan') {
      const opensMs = Math.max(body.opensMs, timeMs);
      this.offers.push({ command: body, opensMs, closesMs: Number.POSITIVE_INFINITY });
    } else if (body.type === 'closeLoanOffer')
      this.offers[body.offerId - 1]!.closesMs = Math.max(body.closesMs, timeMs);
  }

  terms(offerId: number): LoanPaidOutEvent['terms'] {
    const { command } = this.offers[offerId - 1]!;
    const { method, cycle, cycleCount, instalments, dailyPpm, overduePpm, overdueCapPpm } = command;
    return { method, cycle, cycleCount, instalments, dailyPpm, overduePpm, overdueCapPpm };
  }

  /** Reason for which an offer lends no such amount; null where it does. Applications outlive it by a week. */
  refusal(offerId: number, amount: bigint, nowMs: number): string | null {
    const offer = this.offers[offerId - 1];
    if (offer === undefined) return 'LOAN_OFFER_UNKNOWN';
    if (nowMs < offer.opensMs || nowMs >= offer.closesMs + WEEK_MS) return 'LOAN_OFFER_CLOSED';
    const { minAmount, maxAmount } = offer.command;
    return amount < minAmount || amount > maxAmount ? 'LOAN_AMOUNT' : null;
  }
}
