import { Tabs as BaseTabs } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

export interface TabsProps<Value extends string> {
  value: Value;
  onValueChange: (value: Value) => void;
  children: ReactNode;
  className?: string;
}

/** Tabs over panels; holds one `TabList` and a `TabPanel` for each tab. */
export function Tabs<Value extends string>({ value, onValueChange, children, className }: TabsProps<Value>) {
  return (
    <BaseTabs.Root
      value={value}
      onValueChange={(next) => onValueChange(next as Value)}
      className={className ?? ''}
    >
      {children}
    </BaseTabs.Root>
  );
}

export interface TabListProps {
  /** Subject of the tabs. */
  label: string;
  children: ReactNode;
  /** A hairline under the whole row. */
  ruled?: boolean;
  size?: 'small' | 'medium';
  /** Element at the end of the row: a select, a link. */
  end?: ReactNode;
  className?: string;
}

/** The underlined row of tabs; scrolls sideways where it doesn't fit. */
export function TabList({ label, children, ruled = true, size = 'medium', end, className }: TabListProps) {
  return (
    <div className={cx('flex items-center justify-between gap-4', ruled && 'border-b', className)}>
      <BaseTabs.List
        aria-label={label}
        data-size={size}
        className="group relative -mb-px flex min-w-0 gap-5 touch:data-[size=small]:gap-0 overflow-x-auto overflow-y-hidden [scrollbar-width:none]"
      >
        {children}
        <BaseTabs.Indicator className="absolute bottom-0 left-0 h-0.5 w-(--active-tab-width) translate-x-(--active-tab-left) bg-accent transition-[translate,width]" />
      </BaseTabs.List>
      {end && <div className="shrink-0 whitespace-nowrap">{end}</div>}
    </div>
  );
}

/** One tab. */
export function Tab({
  value,
  children,
  disabled,
}: {
  value: string;
  children: ReactNode;
  disabled?: boolean;
}) {
  return (
    <BaseTabs.Tab
      value={value}
      disabled={disabled ?? false}
      className={cx(
        'flex h-11 shrink-0 items-center gap-1 text-14 font-medium text-ink-3 whitespace-nowrap transition-colors hover:text-ink data-active:text-ink data-disabled:cursor-default data-disabled:font-normal data-disabled:hover:text-ink-3',
        'group-data-[size=small]:h-9 group-data-[size=small]:text-13 touch:h-11 touch:group-data-[size=small]:h-11 touch:min-w-11 touch:justify-center touch:group-data-[size=small]:px-1.5',
        'focus-visible:-outline-offset-2',
      )}
    >
      {children}
    </BaseTabs.Tab>
  );
}

/** Content of a tab. */
export function TabPanel({
  value,
  children,
  keepMounted,
  className,
}: {
  value: string;
  children: ReactNode;
  /** Stays in the page while hidden, for what is slow to make (a chart). */
  keepMounted?: boolean;
  className?: string;
}) {
  return (
    <BaseTabs.Panel value={value} keepMounted={keepMounted ?? false} className={className ?? ''}>
      {children}
    </BaseTabs.Panel>
  );
}
