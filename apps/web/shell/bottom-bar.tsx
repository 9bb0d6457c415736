import { cx } from '@candor/ui';
import { ArrowRightLeft, ChartNoAxesColumn, House, Wallet } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { usePreference } from '../data/index.ts';
import { entryLink } from './entry-link.tsx';
import type { MenuEntry } from './menu.ts';

const icons = { home: House, market: ChartNoAxesColumn, spot: ArrowRightLeft, assets: Wallet } as const;

/** The phone's bottom bar: the four pages that are a thumb away. */
export function BottomBar() {
  const intl = useIntl();
  const coin = usePreference('currentCoin');
  const entries: readonly (MenuEntry & { readonly id: keyof typeof icons })[] = [
    { id: 'home', path: '/home/index', open: true },
    { id: 'market', path: '/quotes/index', open: true },
    { id: 'spot', path: '/trade/index', search: { type: 'spot', symbol: coin }, open: true },
    { id: 'assets', path: '/assets/index', search: { key: 'overview' }, open: true },
  ];
  return (
    <nav
      aria-label={intl.formatMessage({ id: 'shell.bottomBar' })}
      className="sticky bottom-0 z-20 grid grid-cols-4 border-t bg-paper pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {entries.map((entry) => {
        const Icon = icons[entry.id];
        return (
          <div key={entry.id}>
            {entryLink(
              entry,
              cx(
                'flex min-h-13 flex-col items-center justify-center gap-0.5 px-1 text-12 text-ink-3',
                'aria-[current=page]:font-semibold aria-[current=page]:text-ink',
              ),
              <>
                <Icon aria-hidden="true" className="size-5" strokeWidth={1.75} />
                <FormattedMessage id={`bottomBar.${entry.id}`} />
              </>,
            )}
          </div>
        );
      })}
    </nav>
  );
}
