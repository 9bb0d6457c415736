import { cx, useText } from '@candor/ui';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSignedIn, useUser } from '../data/index.ts';

const MERCHANT = 2;

export type OtcPlace = 'common' | 'ordinary' | 'order' | 'merchant' | 'deal';

const tabClass =
  'flex h-11 shrink-0 items-center border-b-2 text-14 font-medium whitespace-nowrap transition-colors focus-visible:-outline-offset-2';

/** Scrolls a row of links sideways, so that the one of this page shows whole on a phone. */
function showWhole(link: HTMLElement | null): void {
  const row = link?.parentElement;
  if (link === null || row == null) return;
  const past = link.offsetLeft + link.offsetWidth - row.offsetLeft - row.clientWidth;
  if (past > 0) row.scrollLeft = past;
}

/** The links between the pages of OTC. */
function Places({ current }: { readonly current: OtcPlace }) {
  const text = useText();
  const signedIn = useSignedIn();
  const isMerchant = useUser()?.is_merchant === MERCHANT;
  const places = [
    { id: 'common', to: '/otc/common', isShown: true },
    { id: 'ordinary', to: '/otc/ordinary', isShown: true },
    { id: 'order', to: '/otc/order', isShown: signedIn },
    { id: 'merchant', to: '/merchant/index', isShown: true },
    { id: 'deal', to: '/merchant/deal', isShown: isMerchant },
  ] as const;
  const word = (id: OtcPlace) =>
    text(id === 'merchant' && !isMerchant ? 'otc.place.apply' : `otc.place.${id}`);
  return (
    <nav aria-label={text('otc.places')} className="border-b">
      <ul className="-mb-px flex gap-5 overflow-x-auto [scrollbar-width:none]">
        {places
          .filter(({ isShown }) => isShown)
          .map(({ id, to }) => (
            <li key={id} ref={id === current ? showWhole : null}>
              <Link
                to={to}
                aria-current={id === current ? 'page' : undefined}
                className={cx(
                  tabClass,
                  id === current ? 'border-accent text-ink' : 'border-transparent text-ink-3 hover:text-ink',
                )}
              >
                {word(id)}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  );
}

interface OtcPageProps {
  readonly current: OtcPlace;
  readonly title: ReactNode;
  readonly line?: ReactNode;
  /** Beside the title. */
  readonly end?: ReactNode;
  readonly children: ReactNode;
}

/** A page of OTC: its title, the links to the others, and its content. */
export function OtcPage({ current, title, line, end, children }: OtcPageProps) {
  return (
    <div className="mx-auto flex w-full max-w-330 flex-col gap-6 px-4 pt-6 pb-24 sm:px-5 lg:pt-10">
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <div className="min-w-0">
          <h1 className="text-28 font-semibold wrap-anywhere">{title}</h1>
          {line !== undefined && <p className="max-w-180 pt-1 text-14 text-ink-2">{line}</p>}
        </div>
        {end}
      </header>
      <Places current={current} />
      {children}
    </div>
  );
}
