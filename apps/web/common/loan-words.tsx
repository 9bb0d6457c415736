import { CoinIcon, useText } from '@candor/ui';
import type { TermsRow } from './loan-figures.ts';
import { useRateWords } from './rate-words.ts';

type Named = Pick<TermsRow, 'repayType' | 'cycle' | 'cycleCount' | 'instalments'>;

/** Returns the words that all pages use of a loan. */
export function useLoanWords() {
  const text = useText();
  const { rate, share, coins } = useRateWords();
  const method = ({ repayType }: Named) => text(`loan.method.${repayType}`);
  const term = ({ cycle, cycleCount: count, instalments }: Named) =>
    instalments === 1
      ? text(`loan.${cycle}s`, { count })
      : text(`loan.times.${cycle}`, { count, instalments: String(instalments) });
  return {
    rate,
    share,
    coins,
    method,
    /** The due dates: one after so long, or so many, each after so long. */
    term,
    name: (row: Named) => `${method(row)} · ${term(row)}`,
  };
}

/** Coin, method and due dates of a loan. */
export function LoanName({ loan }: { readonly loan: Named & { readonly coin: string } }) {
  const { method, term } = useLoanWords();
  return (
    <span className="flex items-center gap-3">
      <CoinIcon coin={loan.coin} />
      <span className="flex flex-col">
        <span className="font-semibold">{method(loan)}</span>
        <span className="text-13 font-normal text-ink-2">{term(loan)}</span>
      </span>
    </span>
  );
}
