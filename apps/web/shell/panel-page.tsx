import { cx } from '@candor/ui';
import { type ReactNode, useEffect, useRef } from 'react';
import { FormattedMessage } from 'react-intl';
import { entryLink, NotOpenLabel } from './entry-link.tsx';
import type { MenuEntry } from './plan.ts';

export interface PanelPageProps {
  /** Subject of the navigation. */
  readonly label: string;
  /** The panels, as a menu has them. */
  readonly entries: readonly MenuEntry[];
  /** The id of the entry that is shown. */
  readonly current: string | undefined;
  readonly children: ReactNode;
}

/** Open panels come first, each group in the menu's order. */
const openFirst = (entries: readonly MenuEntry[]) => [
  ...entries.filter(({ open }) => open),
  ...entries.filter(({ open }) => !open),
];

function classOf(isCurrent: boolean, isOpen: boolean): string {
  const shape =
    'flex h-11 items-center px-2 text-14 whitespace-nowrap transition-colors lg:h-9 lg:rounded-base';
  if (isCurrent) return cx(shape, 'font-semibold text-ink max-lg:border-b-2 max-lg:border-accent lg:bg-wash');
  return cx(shape, isOpen ? 'text-ink-2 hover:text-ink' : 'text-ink-3 hover:text-ink-2');
}

/** A page of panels: its menu stands beside the panel, on a phone above it. */
export function PanelPage({ label, entries, current, children }: PanelPageProps) {
  const panels = openFirst(entries);
  const nav = useRef<HTMLElement>(null);
  // on a phone the entry may stand beyond the end of its row
  useEffect(() => {
    const item = current === undefined ? null : nav.current?.querySelector(`[data-entry="${current}"]`);
    item?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [current]);
  return (
    <div className="mx-auto grid w-full max-w-330 flex-1 grid-cols-1 content-start lg:grid-cols-[13rem_minmax(0,1fr)]">
      <nav ref={nav} aria-label={label} className="min-w-0 max-lg:border-b lg:border-e lg:py-8">
        <ul className="flex gap-1 overflow-x-auto px-4 [scrollbar-width:none] sm:px-5 lg:flex-col lg:ps-5 lg:pe-4">
          {panels.map((entry, index) => (
            <li key={entry.id} data-entry={entry.id} className="relative shrink-0">
              {!entry.open && panels[index - 1]?.open === true && (
                <span aria-hidden="true" className="block px-2 pt-4 pb-1 text-12 text-ink-3 max-lg:hidden">
                  <FormattedMessage id="menu.notOpenGroup" />
                </span>
              )}
              {entryLink(
                entry,
                classOf(entry.id === current, entry.open),
                <>
                  <FormattedMessage id={`menu.${entry.id}`} />
                  {!entry.open && <NotOpenLabel className="sr-only" />}
                </>,
                entry.id === current,
              )}
            </li>
          ))}
        </ul>
      </nav>
      <div className="min-w-0 px-4 pt-6 pb-16 sm:px-5 lg:ps-10 lg:pt-8">{children}</div>
    </div>
  );
}
