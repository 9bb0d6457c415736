import { type Draft, follow, NO_LIMIT, NO_WAIT, type Side } from '../trade/draft/draft.ts';
import { type Preview, previewOf } from '../trade/draft/preview.ts';
import type { FormMarket } from '../trade/market/trade-market.ts';

/** Figures of the reader; '' for what is missing or no number. */
export interface SpotInput {
  readonly side: Side;
  readonly price: string;
  readonly amount: string;
  readonly feePercent: string;
}

/** One fill by the ticket's own formulas. */
export interface SpotOutcome extends Pick<Preview, 'fee' | 'safetyFund' | 'receive'> {
  /** Price × amount, in the quote coin. */
  readonly value: string;
}

/** Previews a fill of the reader's figures as the ticket does; null while one is missing. */
export function spotOutcome(input: SpotInput, market: FormMarket): SpotOutcome | null {
  const draft: Draft = {
    ...NO_LIMIT,
    ...NO_WAIT,
    side: input.side,
    kind: 'limit',
    price: input.price,
    quantity: input.amount,
    total: '',
    driver: 'quantity',
    wait: null,
    postOnly: false,
  };
  const followed = follow(draft, input.price, market);
  if (typeof followed.total !== 'string' || !/[1-9]/.test(followed.total)) return null;
  const preview = previewOf(followed, input.feePercent);
  if (preview === null) return null;
  const { fee, safetyFund, receive } = preview;
  return { value: followed.total, fee, safetyFund, receive };
}
