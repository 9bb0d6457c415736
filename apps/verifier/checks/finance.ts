import {
  type EarnEnded,
  type EarnOffered,
  type EarnSubscribed,
  type Envelope,
  FINANCE_ESCROW,
  FINANCE_POOL,
  type FinanceOfferedEvent,
} from '@candor/kernel';
import { maturesAt } from '@candor/rules';
import { EarnCheck, type OwnRules } from './earn.ts';

type Report = (what: string) => void;
type Locked = { readonly lockDays?: number };

/** Rules of finance products alone: locked days, the most orders of a user, and whom the membership zone let in. */
class FinanceRules implements OwnRules {
  private readonly offers = new Map<number, FinanceOfferedEvent>();
  private readonly begun = new Map<string, number>();

  offered(offer: EarnOffered): void {
    this.offers.set(offer.offerId, offer as FinanceOfferedEvent);
  }

  began(order: EarnSubscribed & Locked, { body }: Envelope, report: Report): void {
    const { orderId, userId, offerId, lockDays } = order;
    const offer = this.offers.get(offerId);
    if (offer === undefined) return;
    if (lockDays !== offer.lockDays)
      report(`Order ${orderId} is locked for ${lockDays} days; its offer says ${offer.lockDays}.`);
    if (offer.zone === 'members' && !(body.type === 'subscribeFinance' && body.isMember))
      report(`Order ${orderId} of the membership zone is of a user whom nobody named a member.`);
    const key = `${offerId} ${userId}`;
    const begun = (this.begun.get(key) ?? 0) + 1;
    this.begun.set(key, begun);
    if (begun > offer.maxParticipations)
      report(
        `User ${userId} began ${begun} orders of offer ${offerId}, which allows ${offer.maxParticipations}.`,
      );
  }

  ended(end: EarnEnded & Locked, order: EarnSubscribed & Locked, report: Report): void {
    const { orderId, lockDays } = order;
    if (end.lockDays !== lockDays)
      report(`Order ${orderId} ended with ${end.lockDays} locked days; it began with ${lockDays}.`);
    if (end.endedMs < maturesAt(order.beganMs, lockDays ?? 0))
      report(`Order ${orderId} ended at ${end.endedMs}, within its locked days.`);
  }
}

/** The check of finance products. */
export const financeCheck = (): EarnCheck =>
  new EarnCheck('finance', { pool: FINANCE_POOL, escrow: FINANCE_ESCROW }, new FinanceRules());
