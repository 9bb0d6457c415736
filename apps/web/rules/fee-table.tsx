import type { FeeTiers } from '@candor/api';
import { useFormatters, useText } from '@candor/ui';
import { FormattedMessage } from 'react-intl';
import { FeeTierTable, type TierRate, type TierRow } from '../common/fee-tier-table.tsx';
import { FeesLink } from '../common/fees-link.tsx';
import type { useFeeTiers } from '../data/index.ts';
import { Points } from './parts.tsx';
import { noticeHours, orderNumbers } from './rule-numbers.ts';

/** Rates of a product, in percent. */
export interface Rates {
  readonly maker: string;
  readonly taker: string;
}

interface FeeTableProps {
  readonly data: FeeTiers | undefined;
  readonly query: ReturnType<typeof useFeeTiers>;
  readonly ratesOf: (tier: TierRow) => Rates;
  readonly of: 'spot' | 'contract';
}

/** Maker and taker fee of each tier; the reader's own is marked. */
export function FeeTable({ data, query, ratesOf, of }: FeeTableProps) {
  const rates: TierRate[] = [
    { head: `fees.${of}Maker`, of: (tier) => ratesOf(tier).maker },
    { head: `fees.${of}Taker`, of: (tier) => ratesOf(tier).taker },
  ];
  return <FeeTierTable data={data} query={query} rates={rates} />;
}

/** Rules of every trading fee: what it is taken from, where it goes, and how a tier is earned. */
export function FeeRules({ children }: { readonly children?: React.ReactNode }) {
  const format = useFormatters();
  const text = useText();
  const share = format.percent(String(100 / orderNumbers.fundDivisor), 0);
  return (
    <Points>
      <li>{text('fees.how.coin')}</li>
      <li>{text('fees.how.rounding')}</li>
      {children}
      <li>
        <FormattedMessage
          id="rules.fee.fund"
          values={{ share, link: (words) => <FeesLink>{words}</FeesLink> }}
        />
      </li>
      <li>{text('rules.fee.tier', { days: orderNumbers.volumeDays })}</li>
      <li>{text('fees.how.free')}</li>
      <li>{text('rules.notice', noticeHours)}</li>
    </Points>
  );
}
