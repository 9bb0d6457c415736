import type { MerchantApplication } from '@candor/api';
import { parseDecimal } from '@candor/money';
import { cx, linkClass, useText } from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { Check, Circle } from 'lucide-react';
import type { ReactNode } from 'react';
import { TransferButton } from '../transfer/transfer-dialog.tsx';
import { useOtcTerms } from './use-otc.ts';
import { useOtcWords } from './use-words.ts';

const SCALE = 8;

/** True once enough is free for the deposit. */
export const hasDeposit = ({ free, deposit }: MerchantApplication): boolean =>
  (parseDecimal(free, SCALE) ?? 0n) >= (parseDecimal(deposit, SCALE) ?? 0n);

/** One thing that a merchant needs, ticked once it is there. */
function Need({
  isMet,
  title,
  children,
}: {
  readonly isMet: boolean;
  readonly title: string;
  readonly children: ReactNode;
}) {
  const text = useText();
  const Icon = isMet ? Check : Circle;
  return (
    <li className="flex gap-3 border-t py-4 text-14">
      <Icon
        aria-hidden="true"
        className={cx('mt-0.5 size-4 shrink-0', isMet ? 'text-accent' : 'text-ink-3')}
        strokeWidth={2}
      />
      <div className="flex min-w-0 flex-col items-start gap-2">
        <h3 className="font-semibold">
          {title} <span className="sr-only">{text(isMet ? 'otc.need.met' : 'otc.need.open')}</span>
        </h3>
        {children}
      </div>
    </li>
  );
}

/** Everything that a merchant needs, and what it means. */
export function MerchantNeeds({ application }: { readonly application: MerchantApplication }) {
  const text = useText();
  const words = useOtcWords();
  const { data: board } = useOtcTerms();
  const { coin, deposit, free, isVerified } = application;
  const unit = coin ?? 'USDT';
  return (
    <section className="flex min-w-0 flex-col gap-4">
      <h2 className="text-20 font-semibold">{text('otc.needs')}</h2>
      <ul className="flex flex-col border-b">
        <Need isMet={isVerified} title={text('otc.need.identity')}>
          <p className="text-ink-2">{text('otc.need.identity.text')}</p>
          {!isVerified && (
            <Link to="/user/index" search={{ key: 'advanced' }} className={linkClass}>
              {text('otc.need.identity.act')}
            </Link>
          )}
        </Need>
        <Need
          isMet={hasDeposit(application)}
          title={text('otc.need.deposit', { amount: words.coins(deposit, unit) })}
        >
          <p className="text-ink-2">
            {text('otc.need.deposit.text', {
              days: words.span(board?.terms?.depositBackMs ?? 0),
              free: words.coins(free, unit),
            })}
          </p>
          <TransferButton to={{ type: '8', symbol: '' }} coin={unit} variant="quiet" />
        </Need>
        <Need isMet={false} title={text('otc.need.review')}>
          <p className="text-ink-2">{text('otc.need.review.text')}</p>
        </Need>
      </ul>
    </section>
  );
}
