import { MAX_PRICE_ALERTS, type PriceAlertRow } from '@candor/api';
import {
  Badge,
  buttonClass,
  type Column,
  DataTable,
  IconButton,
  linkClass,
  loneLinkClass,
  Menu,
  MenuItem,
  toasts,
  useAct,
  useFormatters,
  useProblem,
  useText,
} from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { ChevronDown, Pencil, Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useAlertsChanged, useClient, useListing, useMarkets, usePriceAlerts } from '../data/index.ts';
import { LazyAlertDialog } from '../markets/alert-button.tsx';
import { type AlertMarket, alertMarketOf, marketOfAlert } from '../markets/alert-market.ts';
import { useAlertWords } from '../markets/alert-words.ts';
import { AccountPage } from '../shell/account-page.tsx';

/** Dialog that is open: a new alert of a market, or a change of one. */
interface Open {
  readonly market: AlertMarket;
  readonly alert?: PriceAlertRow;
}

/** Deletes an alert; the list changes once it is gone. */
function useDelete() {
  const client = useClient();
  const text = useText();
  const problemOf = useProblem();
  const changed = useAlertsChanged();
  const act = useAct<null, number>({
    mutationFn: (id, sending) => client.call('deletePriceAlert', { body: { id } }, sending),
    onSuccess: async () => {
      await changed();
      toasts.noted(text('alerts.deleted'));
    },
  });
  return (id: number) => act.mutate(id, { onError: (error) => toasts.refused(problemOf(error).text) });
}

/** A list of all markets and contracts, to add an alert on one. */
function AddMenu({ onChoose }: { readonly onChoose: (market: AlertMarket) => void }) {
  const text = useText();
  const rows = [...(useMarkets().data ?? []), ...(useListing('usta', true).data ?? [])];
  return (
    <Menu
      align="end"
      trigger={
        <button type="button" className={buttonClass('primary')}>
          {text('alerts.add')}
          <ChevronDown aria-hidden="true" className="size-4" strokeWidth={1.75} />
        </button>
      }
    >
      {rows.map((row) => {
        const market = alertMarketOf(row);
        return (
          <MenuItem key={row.symbol} onSelect={() => onChoose(market)}>
            {market.name}{' '}
            {market.isContract && <span className="text-12 text-ink-3">{text('alerts.contract')}</span>}
          </MenuItem>
        );
      })}
    </Menu>
  );
}

/** All price alerts of the user: those that wait, and those that went off. */
export function AlertsPage() {
  const text = useText();
  const format = useFormatters();
  const wordsOf = useAlertWords();
  const query = usePriceAlerts();
  const remove = useDelete();
  const [open, setOpen] = useState<Open | null>(null);
  const rows = query.data ?? null;
  const waiting = rows?.filter(({ state }) => state === 'waiting').length ?? 0;
  const columns: readonly Column<PriceAlertRow>[] = [
    {
      head: 'alerts.market',
      card: 'title',
      cell: ({ symbol_name: name, isContract }) => (
        <Link
          to="/trade/index"
          search={{ type: isContract ? 'usta' : 'spot', symbol: name.split('/')[0]?.toLowerCase() ?? '' }}
          className={loneLinkClass}
        >
          {name}
          {isContract && <span className="ps-1 text-12 text-ink-3">{text('alerts.contract')}</span>}
        </Link>
      ),
    },
    { head: 'alerts.kind', wraps: true, cell: wordsOf },
    { head: 'alerts.source', quiet: true, cell: ({ source }) => text(`alerts.source.${source}`) },
    {
      head: 'alerts.state',
      card: 'corner',
      cell: ({ state }) => (
        <Badge tone={state === 'waiting' ? 'accent' : 'neutral'}>{text(`alerts.state.${state}`)}</Badge>
      ),
    },
    {
      head: 'alerts.fired',
      wraps: true,
      quiet: true,
      cell: ({ firedTime, firedPrice, priceDecimals }) =>
        firedTime === null
          ? ''
          : `${format.price(firedPrice, priceDecimals)} · ${format.dateTime(firedTime)}`,
    },
    {
      head: 'alerts.acts',
      kind: 'actions',
      cell: (alert) => {
        const market = alert.symbol_name;
        return (
          <span className="flex justify-end gap-1">
            <IconButton
              size="small"
              label={text(alert.state === 'fired' ? 'alerts.again' : 'alerts.edit', { market })}
              onClick={() => setOpen({ market: marketOfAlert(alert), alert })}
            >
              <Pencil aria-hidden="true" className="size-4" strokeWidth={1.75} />
            </IconButton>
            <IconButton
              size="small"
              label={text('alerts.delete', { market })}
              onClick={() => remove(alert.id)}
            >
              <Trash2 aria-hidden="true" className="size-4" strokeWidth={1.75} />
            </IconButton>
          </span>
        );
      },
    },
  ];
  return (
    <AccountPage current="alerts">
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h1 className="text-20 font-semibold">{text('menu.alerts')}</h1>
          <AddMenu onChoose={(market) => setOpen({ market })} />
        </div>
        <p className="max-w-160 text-14 text-ink-2">{text('alerts.text')}</p>
        <p className="text-13 text-ink-3">
          {text('alerts.count', { count: waiting, most: MAX_PRICE_ALERTS })}{' '}
          <Link to="/account/center/notices/settings" className={linkClass}>
            {text('alerts.how')}
          </Link>
        </p>
        <DataTable<PriceAlertRow>
          label={text('menu.alerts')}
          density="roomy"
          rows={rows}
          rowKey={({ id }) => id}
          query={query}
          emptyTitle={text('alerts.none')}
          emptyText={text('alerts.noneHow')}
          columns={columns}
        />
      </div>
      {open !== null && (
        <Suspense>
          <LazyAlertDialog {...open} onOpenChange={() => setOpen(null)} />
        </Suspense>
      )}
    </AccountPage>
  );
}
