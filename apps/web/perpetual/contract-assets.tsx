import { hiddenAmount } from '@candor/i18n';
import { Detail, DetailList, loneLinkClass, Skeleton, useFormatters, useText } from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { useAmountsShown } from '../common/use-amounts-shown.ts';
import { PositionTable } from './positions.tsx';
import { signedText } from './signed-amount.tsx';
import { useValuedPerpetuals } from './use-valued.ts';

const DECIMALS = 2;

/** The contract wallet of the user: its equity and profit at the marks of now, and the positions that it carries. */
export function ContractAssets() {
  const text = useText();
  const format = useFormatters();
  const [shown] = useAmountsShown();
  const open = useValuedPerpetuals();
  const amount = (figure: string) => (shown ? `${figure} USDT` : hiddenAmount);
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2 pb-4">
        <h1 className="text-20 font-semibold">{text('menu.assetsContracts')}</h1>
        <span className="flex gap-6">
          <Link to="/assets/index" search={{ key: 'transfer' }} className={loneLinkClass}>
            {text('menu.transfer')}
          </Link>
          <Link to="/trade/index" search={{ type: 'usta' }} className={loneLinkClass}>
            {text('markets.trade')}
          </Link>
        </span>
      </div>
      {open === null ? (
        <Skeleton className="mb-6 h-24 w-full max-w-96" />
      ) : (
        <DetailList className="max-w-96 pb-6">
          <Detail label={text('perpetual.equity')}>
            {amount(format.quantity(open.account.equity, DECIMALS))}
          </Detail>
          <Detail label={text('perpetual.pnl')}>
            {amount(signedText(format, open.account.unrealisedPnl, DECIMALS))}
          </Detail>
          <Detail label={text('trade.form.available')}>
            {amount(format.quantity(open.account.available, DECIMALS))}
          </Detail>
        </DetailList>
      )}
      <h2 className="pb-2 text-16 font-semibold">{text('perpetual.positions')}</h2>
      <div className="min-h-60 min-w-0 overflow-hidden rounded-base border">
        <PositionTable />
      </div>
    </>
  );
}
