import type { LoanProductRow } from '@candor/api';
import { type ActForm, useText } from '@candor/ui';
import { useLoanWords } from '../common/loan-words.tsx';
import { AcceptField } from '../forms/accept-field.tsx';

/** The terms that a borrower accepts, by their hash, and the most to repay in all that was shown beside them. */
export interface AcceptedLoan {
  readonly termsHash: string;
  readonly totalAtMost: string;
}

/** Names what is accepted: another total is not accepted by what was said of this one. */
export const acceptanceOf = ({ termsHash, totalAtMost }: AcceptedLoan): string =>
  `${termsHash} ${totalAtMost}`;

/** Reads back what an acceptance names; empty texts where nothing was accepted. */
export function acceptedBy(acceptance: string): AcceptedLoan {
  const [termsHash = '', totalAtMost = ''] = acceptance.split(' ');
  return { termsHash, totalAtMost };
}

interface AcceptanceProps<Values extends { readonly accepted: string }> {
  readonly act: ActForm<Values>;
  readonly product: Pick<LoanProductRow, 'dailyPpm' | 'overduePpm' | 'overdueCapPpm' | 'termsHash'>;
  /** The most to repay in all that the page shows now. */
  readonly totalAtMost: string;
  /** False for visitors, who can send nothing. */
  readonly isNeeded: boolean;
}

/** The acceptance of a loan's terms and of its total: once either is another, it is to be given again. */
export function Acceptance<Values extends { readonly accepted: string }>(props: AcceptanceProps<Values>) {
  const { act, product, totalAtMost, isNeeded } = props;
  const text = useText();
  const { rate, share } = useLoanWords();
  const { termsHash } = product;
  const terms = {
    rate: rate(product.dailyPpm),
    overdue: rate(product.overduePpm),
    cap: share(product.overdueCapPpm),
  };
  return (
    <AcceptField
      act={act}
      of={acceptanceOf({ termsHash, totalAtMost })}
      sentence={text('loan.accept', terms)}
      first={text('loan.accept.first')}
      isNeeded={isNeeded}
    />
  );
}
