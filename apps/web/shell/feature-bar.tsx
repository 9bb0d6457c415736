import type { Feature } from '@candor/api';
import { linkClass } from '@candor/ui';
import { Link, useRouterState } from '@tanstack/react-router';
import { FormattedMessage, useIntl } from 'react-intl';
import { useFeatures } from '../data/index.ts';

const byTradeType: Readonly<Record<string, Feature>> = { spot: 'spot', sec: 'seconds', usta: 'perpetual' };
const byAssetsKey: Readonly<Record<string, Feature>> = { swap: 'swap', recharge: 'deposit' };

/** The product that an address shows; null for any other page. */
export function featureAt(
  path: string,
  search: { readonly type?: unknown; readonly margin?: unknown; readonly key?: unknown },
): Feature | null {
  if (path.startsWith('/pledge/')) return 'staking';
  if (path.startsWith('/loan/')) return 'loan';
  if (path.startsWith('/finance/')) return 'finance';
  if (path.startsWith('/exchange/full-contract/')) return 'perpetual';
  if (path.startsWith('/exchange/full-screen/')) return search.margin === undefined ? 'spot' : 'margin';
  if (path === '/trade/index' || path === '/exchange/index') {
    if (search.margin !== undefined) return 'margin';
    return byTradeType[String(search.type ?? 'spot')] ?? null;
  }
  if (path === '/assets/index') return byAssetsKey[String(search.key)] ?? null;
  return path === '/account/wallet/deposit' ? 'deposit' : null;
}

/** Says on the page of a product that it is closed in the user's country, and why. */
export function FeatureBar() {
  const intl = useIntl();
  const { data } = useFeatures();
  const shown = useRouterState({
    select: ({ location }) => featureAt(location.pathname, location.search as object),
  });
  const found = data?.features.find(({ feature }) => feature === shown);
  if (found === undefined || found.open) return null;
  const country = data?.country?.code;
  return (
    <div role="status" className="border-b border-warn bg-wash">
      <p className="mx-auto max-w-330 px-4 py-2 text-13 text-ink-2 sm:px-5">
        {country === undefined ? (
          <FormattedMessage
            id="shell.feature.unknown"
            values={{
              link: (words) => (
                <Link key="country" to="/account/center/info" className={linkClass}>
                  {words}
                </Link>
              ),
            }}
          />
        ) : (
          <FormattedMessage
            id="shell.feature.closed"
            values={{
              country: intl.formatDisplayName(country, { type: 'region' }) ?? country,
              reason: found.reason ?? '–',
            }}
          />
        )}
      </p>
    </div>
  );
}
