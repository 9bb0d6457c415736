import type { FixedOffer, FixedView } from '../../earn/terms.ts';
import type { FinanceTerms } from './commands.ts';

/** An offer of a finance product as it was made. */
export interface FinanceOffer extends FixedOffer, FinanceTerms {}

/** Orders of an offer that one user ever began. */
export interface FinanceParticipation {
  readonly offerId: number;
  readonly orders: number;
}

/** View of finance products for others. */
export interface FinanceView extends FixedView<FinanceOffer> {
  /** Offers that a user ever began orders of, in the order of their numbers. */
  participations(userId: number): readonly FinanceParticipation[];
}
