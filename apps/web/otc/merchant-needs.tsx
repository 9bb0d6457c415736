import type { MerchantApplication, OtcTermsRow } from '@candor/api';
import { parseDecimal } from '@candor/money';
import { cx, loneLinkClass, useText } from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { Check, Circle } from 'lucide-react';
import type { ReactNode } from 'react';
import { TransferButton } from '../transfer/transfer-dialog.tsx';
import { OtcClosed } from './closed.tsx';
import { useOtcWords } from './use-words.ts';

const SCALE = 8;

/** True once enough is free for the deposit. */
export const hasDeposit = ({ free, deposit }: MerchantApplication): boolean =>
  (parseDecimal(free, SCALE) ?? 0n) >= (parseDecimal(deposit, SCALE) ?? 0n);

interface NeedProps {
  /** Undefined for a visitor. */
  readonly isMet: boolean | undefined;
  readonly title: string;
  readonly children: ReactNode;
}

/** One thing that a merchant needs, ticked once it is there. */
function Need({ isMet, title, children }: NeedProps) {
  const text = useText();
  const Icon = isMet === true ? Check : Circle;
  return (
    <li className="flex gap-3 border-t py-4 text-14">
      <Icon
        aria-hidden="true"
        className={cx('mt-0.5 size-4 shrink-0', isMet === true ? 'text-accent' : 'text-ink-3')}
        strokeWidth={2}
      />
      <div className="flex min-w-0 flex-col items-start gap-2">
        <h3 className="font-semibold">
          {title}
          {isMet !== undefined && (
            <span className="sr-only"> {text(isMet ? 'otc.need.met' : 'otc.need.open')}</span>
          )}
        </h3>
        {children}
      </div>
    </li>
  );
}

interface NeedsProps {
  /** Null for visitors. An application is to the terms that it was answered with. */
  readonly application: MerchantApplication | null;
  /** Null while OTC has not begun; undefined while that is not known. */
  readonly terms: OtcTermsRow | null | undefined;
}

/** Everything that a merchant needs, and what it means. */
export function MerchantNeeds({ application, terms }: NeedsProps) {
  const text = useText();
  const words = useOtcWords();
  const unit = application === null ? 'USDT' : application.coin;
  const deposit = application?.deposit ?? terms?.deposit;
  if (unit === null || deposit === undefined) return <OtcClosed />;
  return (
    <section className="flex min-w-0 flex-col gap-4">
      <h2 className="text-20 font-semibold">{text('otc.needs')}</h2>
      <ul className={cx('border-b', application === null ? 'grid gap-x-10 lg:grid-cols-3' : 'flex flex-col')}>
        <Need isMet={application?.isVerified} title={text('otc.need.identity')}>
          <p className="text-ink-2">{text('otc.need.identity.text')}</p>
          {application?.isVerified === false && (
            <Link to="/user/index" search={{ key: 'advanced' }} className={loneLinkClass}>
              {text('otc.need.identity.act')}
            </Link>
          )}
        </Need>
        <Need
          isMet={application === null ? undefined : hasDeposit(application)}
          title={text('otc.need.deposit', { amount: words.coins(deposit, unit) })}
        >
          {terms != null && (
            <p className="text-ink-2">
              {text('otc.need.deposit.text', { days: words.span(terms.depositBackMs) })}
            </p>
          )}
          {application !== null && (
            <>
              <p className="text-ink-2">
                {text('otc.need.deposit.free', { free: words.coins(application.free, unit) })}
              </p>
              <TransferButton to={{ type: '8', symbol: '' }} coin={unit} variant="quiet" />
            </>
          )}
        </Need>
        <Need isMet={application === null ? undefined : false} title={text('otc.need.review')}>
          <p className="text-ink-2">{text('otc.need.review.text')}</p>
        </Need>
      </ul>
    </section>
  );
}
