import { Button, cx, Logo } from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { useIntl } from 'react-intl';
import { type OperatorSession, useConsole } from '../data/session.ts';
import type { Desk } from './desk.ts';
import { TopControls } from './top-controls.tsx';

export interface FrameProps {
  readonly operator: OperatorSession;
  /** The desks that the operator may open. */
  readonly desks: readonly Desk[];
  /** The desk that the address names, also one that the operator may not open; null for none. */
  readonly current: Desk | null;
  readonly children: ReactNode;
}

/** All desks, as links: at the side of a wide window, else in a row that scrolls. */
function Menu({ desks, current }: { readonly desks: readonly Desk[]; readonly current: Desk | null }) {
  const intl = useIntl();
  const link = useRef<HTMLLIElement>(null);
  // the row of a narrow window scrolls: the desk that is open stays in sight
  useEffect(() => {
    if (current !== null) link.current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [current]);
  return (
    <nav aria-label={intl.formatMessage({ id: 'console.shell.screens' })} className="max-lg:border-b lg:pt-6">
      <ul className="flex gap-x-1 overflow-x-auto [scrollbar-width:none] lg:sticky lg:top-6 lg:flex-col">
        {desks.map((each) => {
          const { path, title, icon: Icon } = each;
          return (
            <li key={path} ref={each === current ? link : null} className="shrink-0">
              <Link
                to={path}
                aria-current={each === current ? 'page' : undefined}
                className={cx(
                  'flex h-11 items-center gap-2 px-3 text-14 font-medium whitespace-nowrap transition-colors focus-visible:-outline-offset-2 lg:h-auto lg:min-h-9 lg:rounded-base lg:py-1.5 lg:whitespace-normal',
                  each === current
                    ? 'text-ink max-lg:shadow-[inset_0_-2px_0_var(--accent)] lg:bg-accent-tint'
                    : 'text-ink-2 hover:text-ink lg:hover:bg-ground',
                )}
              >
                <Icon aria-hidden="true" className="size-4 shrink-0 max-sm:hidden" strokeWidth={1.75} />
                {intl.formatMessage({ id: title })}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** The console of a signed-in operator: the menu of all desks beside the one that the address names. */
export function Frame({ operator, desks, current, children }: FrameProps) {
  const intl = useIntl();
  const { signOut } = useConsole();
  const name = intl.formatMessage({ id: 'console.shell.name' });
  const title = intl.formatMessage({ id: current?.title ?? 'console.shell.notFound' });
  useEffect(() => {
    document.title = `${title} · ${name}`;
  }, [title, name]);
  const main = useRef<HTMLElement>(null);
  const shown = useRef(current);
  // after a change of desk the keyboard and the screen reader go on at the desk, not in the menu
  useEffect(() => {
    if (shown.current === current) return;
    shown.current = current;
    main.current?.focus({ preventScroll: true });
  }, [current]);
  return (
    <div className="mx-auto w-full max-w-360 px-4 sm:px-6">
      <header className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 border-b py-1 max-lg:border-b-0">
        <span className="flex items-center gap-3">
          <Logo />
          <span className="text-14 text-ink-3 max-sm:hidden">{name}</span>
        </span>
        <span className="flex items-center gap-3">
          <TopControls />
          <span className="text-14 text-ink-2 max-sm:hidden">{operator.name}</span>
          <Button variant="plain" size="small" onClick={() => void signOut()}>
            {intl.formatMessage({ id: 'console.shell.logout' })}
          </Button>
        </span>
      </header>
      <div className="lg:grid lg:grid-cols-[12.5rem_minmax(0,1fr)] lg:gap-x-8">
        <Menu desks={desks} current={current} />
        <main ref={main} tabIndex={-1} className="min-w-0 pt-6 pb-16 outline-none">
          <h1 className="pb-6 text-20 font-semibold">{title}</h1>
          {children}
        </main>
      </div>
    </div>
  );
}
