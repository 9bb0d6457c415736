import {
  PRICE_ALERT_KINDS,
  PRICE_ALERT_SOURCES,
  PRICE_ALERT_WINDOWS,
  type PriceAlertKind,
  type PriceAlertRow,
  type PriceAlertSource,
} from '@candor/api';
import type { TypedNumber } from '@candor/i18n';
import {
  ActDialog,
  FormField,
  NumberField,
  Select,
  toasts,
  useActForm,
  useFormatters,
  useText,
} from '@candor/ui';
import { useAlertsChanged, useClient } from '../data/index.ts';
import { type AlertMarket, useIndexNow } from './alert-market.ts';

export interface AlertDialogProps {
  readonly market: AlertMarket;
  /** Price that was pointed at; null for none. */
  readonly price?: string | null;
  /** The alert to change; a new one is added without. */
  readonly alert?: PriceAlertRow;
  readonly onOpenChange: (open: boolean) => void;
}

interface Values {
  readonly kind: PriceAlertKind;
  readonly source: PriceAlertSource;
  readonly price: TypedNumber;
  readonly percent: TypedNumber;
  readonly window: string;
}

const isAtPrice = (kind: PriceAlertKind): boolean => kind === 'above' || kind === 'below';

/** A price below the present one is waited for from above. */
function kindFor(price: string | null, now: string | null): PriceAlertKind {
  return price !== null && now !== null && Number(price) < Number(now) ? 'below' : 'above';
}

/** Adds or changes a price alert. */
export function AlertDialog({ market, price = null, alert, onOpenChange }: AlertDialogProps) {
  const client = useClient();
  const text = useText();
  const format = useFormatters();
  const changed = useAlertsChanged();
  const now = useIndexNow(market);
  const act = useActForm<Values, PriceAlertRow>({
    defaultValues: {
      kind: alert?.kind ?? kindFor(price, now),
      source: alert?.source ?? 'index',
      price: alert?.price ?? price ?? '',
      percent: alert?.percent ?? '5',
      window: String(alert?.windowMinutes ?? 60),
    },
    send: ({ kind, source, price: trigger, percent, window }, sending) => {
      const windowMinutes = PRICE_ALERT_WINDOWS.find((minutes) => String(minutes) === window) ?? 60;
      const terms = { source, kind, ...(isAtPrice(kind) ? { price: trigger } : { percent, windowMinutes }) };
      return alert === undefined
        ? client.call('addPriceAlert', { body: { symbol: market.symbol, ...terms } }, sending)
        : client.call('changePriceAlert', { body: { id: alert.id, ...terms } }, sending);
    },
    onDone: async () => {
      await changed();
      toasts.done(text(alert === undefined ? 'alerts.added' : 'alerts.changed'));
      onOpenChange(false);
    },
  });
  const { kind } = act.form.watch();
  const product = market.isContract ? ` ${text('alerts.contract')}` : '';
  return (
    <ActDialog<Values, PriceAlertRow>
      act={act}
      onOpenChange={onOpenChange}
      title={text(alert === undefined ? 'alerts.add' : 'alerts.change')}
      description={`${market.name}${product}`}
      submit={text(alert === undefined ? 'alerts.submit' : 'alerts.save')}
    >
      <FormField act={act} name="kind" prompt="ui.required.choice">
        {(field) => (
          <Select
            {...field}
            label={text('alerts.kind')}
            options={PRICE_ALERT_KINDS.map((each) => ({ value: each, label: text(`alerts.kind.${each}`) }))}
          />
        )}
      </FormField>
      {isAtPrice(kind) ? (
        <FormField act={act} name="price" prompt="ui.required.price">
          {(field) => (
            <NumberField
              {...field}
              label={text('alerts.price')}
              decimals={market.priceDecimals}
              unit={market.quote}
              description={
                now === null
                  ? text('alerts.stale')
                  : text('alerts.now', { price: format.price(now, market.priceDecimals) })
              }
            />
          )}
        </FormField>
      ) : (
        <div className="grid gap-4 sm:grid-cols-2">
          <FormField act={act} name="percent" prompt="ui.required.percent">
            {(field) => <NumberField {...field} label={text('alerts.percent')} decimals={2} unit="%" />}
          </FormField>
          <FormField act={act} name="window" prompt="ui.required.choice">
            {(field) => (
              <Select
                {...field}
                label={text('alerts.window')}
                options={PRICE_ALERT_WINDOWS.map((minutes) => ({
                  value: String(minutes),
                  label: text(`alerts.window.${minutes}`),
                }))}
              />
            )}
          </FormField>
        </div>
      )}
      <FormField act={act} name="source" prompt="ui.required.choice">
        {(field) => (
          <Select
            {...field}
            label={text('alerts.source')}
            options={PRICE_ALERT_SOURCES.map((each) => ({
              value: each,
              label: text(`alerts.source.${each}`),
            }))}
          />
        )}
      </FormField>
      <p className="text-13 text-ink-3">{text('alerts.once')}</p>
    </ActDialog>
  );
}
