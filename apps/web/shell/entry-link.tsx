import { cx, Tooltip } from '@candor/ui';
import { Link, type LinkProps } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { FormattedMessage } from 'react-intl';
import type { MenuEntry } from './plan.ts';

/**
 * A router's link to a menu entry, for places that style it themselves. Without children it has none of its own, so
 * that a menu that renders through it can put its own in.
 */
export function entryLink(entry: MenuEntry, className = '', children?: ReactNode, current?: boolean) {
  if (entry.isExternal === true)
    return (
      <a
        href={entry.path}
        target="_blank"
        rel="noopener noreferrer"
        className={className}
        {...(children === undefined ? {} : { children })}
      />
    );
  return (
    <Link
      to={entry.path as NonNullable<LinkProps['to']>}
      search={(entry.search ?? {}) as never}
      activeOptions={{ includeSearch: false }}
      className={className}
      {...(current === undefined ? {} : { 'aria-current': current ? 'page' : undefined })}
      {...(children === undefined ? {} : { children })}
    />
  );
}

/** The text of an entry: its own, or that of its id. */
export function EntryText({ entry }: { readonly entry: MenuEntry }) {
  if (entry.text === undefined) return <FormattedMessage id={`menu.${entry.id}`} />;
  return (
    <>
      {entry.text}
      {entry.isExternal === true && (
        <>
          {' '}
          <ExternalLink aria-hidden="true" className="mb-0.5 inline size-3" strokeWidth={1.75} />
          <span className="sr-only">
            (<FormattedMessage id="shell.newWindow" />)
          </span>
        </>
      )}
    </>
  );
}

/** The words "not available yet" beside a muted entry. */
export function NotOpenLabel({ className }: { className?: string }) {
  return (
    <span className={cx('text-12 text-ink-3', className)}>
      <FormattedMessage id="menu.notOpen" />
    </span>
  );
}

/** An entry of the menu bar. One that is not open yet is muted and says so on hover, on focus and to screen readers. */
export function BarLink({ entry }: { entry: MenuEntry }) {
  const label = <EntryText entry={entry} />;
  const shape = 'flex h-9 items-center rounded-base px-2 text-14 whitespace-nowrap transition-colors';
  if (entry.open) {
    return entryLink(
      entry,
      cx(shape, 'text-ink-2 hover:text-ink aria-[current=page]:font-semibold aria-[current=page]:text-ink'),
      label,
    );
  }
  return (
    <Tooltip text={<FormattedMessage id="menu.notOpen" />} side="bottom">
      {entryLink(
        entry,
        cx(shape, 'text-ink-3 hover:text-ink-2'),
        <>
          {label}
          <span className="sr-only">
            {' '}
            (<FormattedMessage id="menu.notOpen" />)
          </span>
        </>,
      )}
    </Tooltip>
  );
}

/** An entry of a list, in the footer and in the phone's menu. Whether it is open is said by the group it stands in. */
function ListLink({ entry, className }: { entry: MenuEntry; className?: string | undefined }) {
  return entryLink(
    entry,
    cx(
      'flex items-center rounded-small py-1 text-14 transition-colors touch:min-h-11',
      entry.open ? 'text-ink-2 hover:text-ink' : 'text-ink-3 hover:text-ink-2',
      className,
    ),
    <EntryText entry={entry} />,
  );
}

interface EntryGroupsProps {
  readonly entries: readonly MenuEntry[];
  readonly listClass?: string;
  readonly linkClass?: string;
}

/** Entries as a list: what is open, then, under the words "not available yet", what is not. */
export function EntryGroups({ entries, listClass, linkClass }: EntryGroupsProps) {
  const labelId = useId();
  const open = entries.filter((entry) => entry.open);
  const closed = entries.filter((entry) => !entry.open);
  const items = (group: readonly MenuEntry[]) =>
    group.map((entry) => (
      <li key={entry.id}>
        <ListLink entry={entry} className={linkClass} />
      </li>
    ));
  return (
    <>
      {open.length > 0 && <ul className={listClass}>{items(open)}</ul>}
      {closed.length > 0 && (
        <>
          <p id={labelId} className={cx('text-12 text-ink-3', open.length > 0 ? 'pt-3 pb-1' : 'pb-1')}>
            <FormattedMessage id="menu.notOpenGroup" />
          </p>
          <ul aria-labelledby={labelId} className={listClass}>
            {items(closed)}
          </ul>
        </>
      )}
    </>
  );
}
