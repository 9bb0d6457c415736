import { cx } from '@candor/ui';
import { getRouteApi } from '@tanstack/react-router';
import { type ComponentType, useEffect, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { ClosedPage } from '../shell/closed-page.tsx';
import { entryLink, NotOpenLabel } from '../shell/entry-link.tsx';
import { usePlan } from '../shell/plan.ts';
import { Deposit } from './deposit.tsx';
import { Overview } from './overview.tsx';
import { Records } from './records.tsx';
import type { AssetKey } from './search.ts';
import { Transfer } from './transfer.tsx';
import { Withdraw } from './withdraw.tsx';

const own: AssetPanels = {
  overview: Overview,
  records: Records,
  transfer: Transfer,
  recharge: Deposit,
  withdraw: Withdraw,
};
const route = getRouteApi('/shell/assets/index');

/** The panels of the assets page that are open, by the key in its address. */
export type AssetPanels = Readonly<Partial<Record<AssetKey, ComponentType>>>;

export interface AssetsPageProps {
  /** The panels of other rooms. */
  readonly panels: AssetPanels;
}

/** The user's assets; `key` chooses the panel. */
export function AssetsPage({ panels: others }: AssetsPageProps) {
  const intl = useIntl();
  const { key = 'overview' } = route.useSearch();
  const Panel = own[key] ?? others[key] ?? ClosedPage;
  const entries = usePlan().menu('assets');
  const nav = useRef<HTMLElement>(null);
  // on a phone the entry may stand beyond the end of its row
  useEffect(() => {
    const current = nav.current?.querySelector(`[data-key="${key}"]`);
    current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [key]);
  // what is open comes first, each group in the menu's order
  const panels = [...entries.filter(({ open }) => open), ...entries.filter(({ open }) => !open)];
  return (
    <div className="mx-auto grid w-full max-w-330 flex-1 grid-cols-1 content-start lg:grid-cols-[13rem_minmax(0,1fr)]">
      <nav
        ref={nav}
        aria-label={intl.formatMessage({ id: 'assets.panels' })}
        className="min-w-0 max-lg:border-b lg:border-e lg:py-8"
      >
        <ul className="flex gap-1 overflow-x-auto px-4 [scrollbar-width:none] sm:px-5 lg:flex-col lg:ps-5 lg:pe-4">
          {panels.map((entry, index) => (
            <li key={entry.id} data-key={entry.search?.key} className="relative shrink-0">
              {!entry.open && panels[index - 1]?.open === true && (
                <span aria-hidden="true" className="block px-2 pt-4 pb-1 text-12 text-ink-3 max-lg:hidden">
                  <FormattedMessage id="menu.notOpenGroup" />
                </span>
              )}
              {entryLink(
                entry,
                cx(
                  'flex h-11 items-center px-2 text-14 whitespace-nowrap transition-colors lg:h-9 lg:rounded-base',
                  entry.search?.key === key
                    ? 'font-semibold text-ink max-lg:border-b-2 max-lg:border-accent lg:bg-wash'
                    : entry.open
                      ? 'text-ink-2 hover:text-ink'
                      : 'text-ink-3 hover:text-ink-2',
                ),
                <>
                  <FormattedMessage id={`menu.${entry.id}`} />
                  {!entry.open && <NotOpenLabel className="sr-only" />}
                </>,
                entry.search?.key === key,
              )}
            </li>
          ))}
        </ul>
      </nav>
      <div className="min-w-0 px-4 pt-6 pb-16 sm:px-5 lg:ps-10 lg:pt-8">
        <Panel />
      </div>
    </div>
  );
}
