import { Detail, useFormatters, useText } from '@candor/ui';
import type { Income } from '../common/mining-income.ts';
import { useMiningWords } from './use-words.ts';

interface IncomeDetailsProps {
  /** Null where no amount is given. */
  readonly income: Income | null;
  readonly coin: string;
  /** Leaves the year out. */
  readonly brief?: boolean;
}

/** Rows of a list of details: the income that the pool can pay, by the day, by the year, or until the pool ends. */
export function IncomeDetails({ income, coin, brief = false }: IncomeDetailsProps) {
  const text = useText();
  const format = useFormatters();
  const { coins } = useMiningWords();
  const { perDay = null, perYear = null, untilEnd = null } = income ?? {};
  const shown = (figure: string | null) => (figure === null ? '–' : coins(figure, coin));
  return (
    <>
      {(income === null || perDay !== null) && (
        <Detail label={text('defi.calc.day')} strong>
          {shown(perDay)}
        </Detail>
      )}
      {untilEnd !== null && (
        <Detail label={text('defi.calc.untilEnd')} strong={perDay === null} wraps>
          {coins(untilEnd.amount, coin)}
          <span className="block text-13 font-normal text-ink-2">
            {text('defi.calc.ends', { time: format.dateTime(untilEnd.endsTime) })}
          </span>
        </Detail>
      )}
      {!brief && (income === null || perYear !== null) && (
        <Detail label={text('defi.calc.year')}>{shown(perYear)}</Detail>
      )}
    </>
  );
}
