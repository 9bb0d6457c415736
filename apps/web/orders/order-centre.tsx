import { cx, useText } from '@candor/ui';
import type { ReactNode } from 'react';
import { Eye } from '../common/eye.tsx';
import { useListing, useMarkets } from '../data/index.ts';
import { RecordFilter } from '../records/record-filter.tsx';
import type { RecordSearch } from '../records/record-search.ts';
import type { OrderGroup, OrderGroupList } from '../trade/orders/order-group.ts';
import { RecordTabs } from '../trade/orders/record-tabs.tsx';

/** Choice of what the order centre shows of a group, as the address keeps it. */
export interface OrderCentreView extends RecordSearch {
  /** The list; the group's first one where it has no such list. */
  readonly list?: string;
}

export interface OrderCentreProps<Id extends string> {
  readonly groups: Readonly<Record<Id, OrderGroup>>;
  /** The group that is shown. */
  readonly shown: Id;
  readonly view: OrderCentreView;
  readonly onViewChange: (view: OrderCentreView) => void;
  /** Gives the link to a group. */
  readonly link: (id: Id, className: string, isCurrent: boolean, name: string) => ReactNode;
}

/** Markets, or contracts, by which a list can be filtered; null for days alone. */
function useFilteredMarkets(filter: OrderGroupList['filter']) {
  const markets = useMarkets().data ?? [];
  const contracts = useListing('usta', filter === 'contracts').data ?? [];
  if (filter === 'days') return null;
  return filter === 'contracts' ? contracts : markets;
}

interface ListsProps extends Pick<OrderCentreProps<string>, 'view' | 'onViewChange'> {
  readonly group: OrderGroup;
}

function Lists({ group, view: { list, ...asked }, onViewChange }: ListsProps) {
  const text = useText();
  const shown = group.lists.find(({ value }) => value === list) ?? group.lists[0];
  const { value: view, File, filter } = shown;
  const markets = useFilteredMarkets(filter);
  return (
    <RecordFilter
      isOn={filter !== undefined}
      markets={markets}
      asked={asked}
      onAskedChange={(next) => onViewChange({ ...next, list: view })}
    >
      {(fields) => (
        <RecordTabs
          label={text('trade.orders.views')}
          view={view}
          onView={(next) => onViewChange({ ...asked, list: next })}
          tabs={group.lists.map(({ value, title, Content }) => ({
            value,
            title,
            content: (
              <>
                {value === view && fields}
                <Content />
              </>
            ),
          }))}
          end={File !== undefined && <File />}
        />
      )}
    </RecordFilter>
  );
}

/** The user's orders, fills and positions over all markets: one product at a time, with the lists of its terminal. */
export function OrderCentre<Id extends string>(props: OrderCentreProps<Id>) {
  const { groups, shown, view, onViewChange, link } = props;
  const text = useText();
  return (
    <>
      <div className="flex items-center gap-2">
        <h1 className="text-20 font-semibold">{text('menu.orders')}</h1>
        <Eye />
      </div>
      <nav
        aria-label={text('menu.orders')}
        className="-mx-1 overflow-x-auto pt-3 pb-4 [scrollbar-width:none]"
      >
        <ul className="flex gap-1 px-1 py-1">
          {(Object.keys(groups) as Id[]).map((id) => {
            const isCurrent = id === shown;
            const className = cx(
              'flex h-9 touch:h-11 items-center rounded-base px-3 text-14 whitespace-nowrap transition-colors',
              isCurrent ? 'bg-wash font-semibold text-ink' : 'text-ink-2 hover:text-ink',
            );
            return (
              <li key={id} className="shrink-0">
                {link(id, className, isCurrent, text(groups[id].title))}
              </li>
            );
          })}
        </ul>
      </nav>
      <div className="min-h-96 min-w-0 overflow-hidden rounded-base border">
        <Lists key={shown} group={groups[shown]} view={view} onViewChange={onViewChange} />
      </div>
    </>
  );
}
