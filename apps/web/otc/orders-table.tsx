import type { OtcOrderRow } from '@candor/api';
import { buttonClass, cx, DataTable, rowLinkClass, useFormatters, useText } from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { useMasked } from '../common/eye.tsx';
import { useEmptyWords } from '../records/record-filter.tsx';
import { Clock } from './clock.tsx';
import { type OtcOrderView, otcOrdersSearch } from './search.ts';
import { OtcStateBadge } from './state-badge.tsx';
import { type OtcRole, useOtcOrders } from './use-otc.ts';
import { useOtcWords } from './use-words.ts';

interface OrdersTableProps {
  /** Left out for the orders of either role. */
  readonly listedAs?: OtcRole;
  readonly state: OtcOrderView | undefined;
  /** Within a frame of its own. */
  readonly inset?: boolean;
}

/** The user's orders, newest first; each row leads to its order. */
export function OtcOrdersTable({ listedAs, state, inset = false }: OrdersTableProps) {
  const { query, rows } = useOtcOrders(listedAs, state);
  return <OtcOrderRows isTaker={listedAs !== 'maker'} rows={rows} query={query} inset={inset} />;
}

interface OrderRowsProps {
  /** True where who has none may take an offer. */
  readonly isTaker?: boolean;
  readonly rows: readonly OtcOrderRow[] | null;
  readonly query?: ReturnType<typeof useOtcOrders>['query'];
  readonly inset?: boolean;
}

/** Orders as rows, each with its clock while it has one. */
export function OtcOrderRows({ isTaker = false, rows, query, inset = false }: OrderRowsProps) {
  const text = useText();
  const format = useFormatters();
  const masked = useMasked();
  const words = useOtcWords();
  const empty = useEmptyWords(text('otc.orders.none'), text('otc.orders.none.text'));
  return (
    <DataTable<OtcOrderRow>
      label={text('otc.orders')}
      density="roomy"
      inset={inset}
      pressable
      rows={rows}
      rowKey={({ orderId }) => orderId}
      {...(query === undefined ? {} : { query })}
      failedTitle={text('otc.orders.failed')}
      {...empty}
      {...(isTaker
        ? {
            emptyAction: (
              <Link to="/otc/common" className={buttonClass('quiet')}>
                {text('otc.toOffers')}
              </Link>
            ),
          }
        : {})}
      columns={[
        {
          head: 'otc.order',
          card: 'title',
          cell: ({ orderId, role: side, coin, isMaker }) => (
            <Link
              to={isMaker ? '/merchant/deal' : '/otc/order'}
              search={(before: object) => ({ ...otcOrdersSearch({ ...before }), order: orderId })}
              className={cx(rowLinkClass, 'font-medium')}
            >
              <span className={side === 'buyer' ? 'text-up' : 'text-down'}>
                {text(`otc.take.${side === 'buyer' ? 'buy' : 'sell'}`, { coin })}
              </span>{' '}
              <span className="figure text-13 font-normal text-ink-3">{orderId}</span>
            </Link>
          ),
        },
        {
          head: 'otc.amount',
          kind: 'figure',
          cell: ({ amount, coin }) => masked(words.coins(amount, coin)),
        },
        {
          head: 'otc.total',
          kind: 'figure',
          cell: ({ total, currency }) => (
            <span className="font-medium">{masked(words.money(total, currency))}</span>
          ),
        },
        {
          head: 'otc.price',
          kind: 'figure',
          quiet: true,
          cell: ({ price, currency }) => words.money(price, currency),
        },
        {
          head: 'otc.other',
          cell: ({ counterparty }) => <bdi className="wrap-anywhere">{counterparty}</bdi>,
        },
        {
          head: 'otc.state',
          card: 'corner',
          cell: ({ state: shown, dueTime }) => (
            <span className="flex items-center gap-2">
              <OtcStateBadge state={shown} />
              {dueTime !== null && (
                <span className="figure text-13 text-ink-2">
                  <Clock untilMs={dueTime} />
                </span>
              )}
            </span>
          ),
        },
        { head: 'otc.time', kind: 'time', cell: ({ createdTime }) => format.dateTime(createdTime) },
      ]}
    />
  );
}
