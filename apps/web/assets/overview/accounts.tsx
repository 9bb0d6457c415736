import type { CallData, Calls, OwnWalletType, WalletAccountRow } from '@candor/api';
import { hiddenAmount } from '@candor/i18n';
import { fingerClass, loneLinkClass, quietLinkClass, Skeleton, useFormatters } from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { FormattedMessage } from 'react-intl';
import { useWalletAccounts } from '../../data/index.ts';
import { finance, staking } from '../../earn/product.ts';
import { walletMessage } from '../../transfer/wallet-names.ts';

const VALUE_DECIMALS = 2;
const PLACES = 5;

function isOwn(row: WalletAccountRow): row is WalletAccountRow & { readonly type: OwnWalletType } {
  return row.type in walletMessage;
}

type Earning = CallData<Calls['getWalletAccount']>['earning'][number];

/** Address of the user's orders, or node, in each product that earns. */
const EARNING_AT = {
  staking: staking.ordersAt,
  finance: finance.ordersAt,
  mining: { to: '/defis/details' },
} as const;

/** The value of the user's coins in a product that earns, beside the accounts: they are in none of them. */
function EarningItem({ of, shown }: { readonly of: Earning; readonly shown: boolean }) {
  const formatters = useFormatters();
  return (
    <li className="min-w-0 py-3">
      <Link {...EARNING_AT[of.product]} className={`${quietLinkClass} ${fingerClass} block text-13`}>
        <span className="block truncate">
          <FormattedMessage id={`assets.earning.${of.product}`} />
        </span>
      </Link>
      <span className="figure text-14 font-medium">
        {shown ? formatters.quantity(of.valueUsdt, VALUE_DECIMALS) : hiddenAmount}{' '}
        <span className="text-12 font-normal text-ink-3">USDT</span>
      </span>
    </li>
  );
}

/** The value of each of the user's accounts. Left out where it can't be loaded: the total above says enough. */
export function Accounts({ shown }: { readonly shown: boolean }) {
  const formatters = useFormatters();
  const { data, error } = useWalletAccounts();
  if (data === undefined && error !== null) return null;
  const rows = data?.list.filter(isOwn);
  return (
    <section className="pb-8">
      <div className="flex items-baseline justify-between gap-4 pb-2">
        <h2 className="text-16 font-semibold">
          <FormattedMessage id="transfer.wallet.accounts" />
        </h2>
        <Link to="/assets/index" search={{ key: 'transfer' }} className={loneLinkClass}>
          <FormattedMessage id="menu.transfer" />
        </Link>
      </div>
      <ul className="grid grid-cols-2 gap-x-6 border-y sm:grid-cols-3">
        {rows === undefined &&
          Array.from({ length: PLACES }, (_, place) => (
            <li key={place} className="py-3">
              <Skeleton className="h-10 w-28" />
            </li>
          ))}
        {rows?.map((row) => (
          <li key={`${row.type} ${row.symbol}`} className="min-w-0 py-3">
            <span className="block truncate text-13 text-ink-2">
              <FormattedMessage id={walletMessage[row.type]} />
              {row.symbol !== null && ` · ${row.symbol}`}
            </span>
            <span className="figure text-14 font-medium">
              {shown ? formatters.quantity(row.totalUsdt, VALUE_DECIMALS) : hiddenAmount}{' '}
              <span className="text-12 font-normal text-ink-3">USDT</span>
            </span>
          </li>
        ))}
        {data?.earning.map((of) => (
          <EarningItem key={of.product} of={of} shown={shown} />
        ))}
      </ul>
    </section>
  );
}
