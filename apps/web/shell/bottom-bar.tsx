import { cx } from '@candor/ui';
import { FormattedMessage, useIntl } from 'react-intl';
import { usePreference } from '../data/index.ts';
import { entryLink } from './entry-link.tsx';
import { type MenuEntry, usePlan } from './plan.ts';

/** The phone's bottom bar: the pages that are a thumb away. */
export function BottomBar() {
  const intl = useIntl();
  const coin = usePreference('currentCoin');
  // trading opens with the coin that was traded last
  const withCoin = (entry: MenuEntry): MenuEntry =>
    entry.path === '/trade/index' ? { ...entry, search: { ...entry.search, symbol: coin } } : entry;
  return (
    <nav
      aria-label={intl.formatMessage({ id: 'shell.bottomBar' })}
      className="sticky bottom-0 z-20 grid grid-cols-4 border-t bg-paper pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {usePlan()
        .menu('bottom')
        .map((entry) => (
          <div key={entry.id}>
            {entryLink(
              withCoin(entry),
              cx(
                'flex min-h-13 flex-col items-center justify-center gap-0.5 px-1 text-12 text-ink-3',
                'aria-[current=page]:font-semibold aria-[current=page]:text-ink',
              ),
              <>
                {entry.icon && <entry.icon aria-hidden="true" className="size-5" strokeWidth={1.75} />}
                <FormattedMessage id={`shell.bottomBar.${entry.id}`} />
              </>,
            )}
          </div>
        ))}
    </nav>
  );
}
