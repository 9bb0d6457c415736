import type { PositionRow } from '@candor/api';
import { decimalOf, isRefusedNumber } from '@candor/i18n';
import { ActDialog, Button, toasts, useActForm, useFormatters, useText } from '@candor/ui';
import { useIntl } from 'react-intl';
import { useClient, useOpenPerpetuals, usePerpetualState } from '../data/index.ts';
import { faultField } from '../forms/fault-field.ts';
import { isOnWrongSide } from '../trade/draft/draft.ts';
import { nameOfSource, type TriggerSource } from '../trade/orders/trigger-condition.ts';
import { useAway } from '../trade/orders/use-away.ts';
import { useCancel } from '../trade/orders/use-cancel.ts';
import { stopSide } from './perpetual-preview.ts';
import { termsOf } from './perpetual-terms.ts';
import { NO_STOPS, type StopDraft, StopFields, stopBody } from './stop-fields.tsx';
import { usePerpetualRows } from './use-perpetuals.ts';

export interface StopDialogProps {
  readonly onOpenChange: (open: boolean) => void;
  readonly position: PositionRow;
  readonly name: string;
  readonly priceDecimals: number;
}

/** Sets, replaces and cancels the stop-profit and the stop-loss of a position. */
export function StopDialog({ onOpenChange, position, name, priceDecimals }: StopDialogProps) {
  const intl = useIntl();
  const format = useFormatters();
  const client = useClient();
  const stops = useOpenPerpetuals()?.stops.filter((stop) => stop.positionId === position.id) ?? [];
  const contract = usePerpetualRows().rows?.find(({ symbol }) => symbol === position.symbol);
  const away = useAway();
  const state = usePerpetualState(position.symbol);
  const text = useText();
  /** " · 0.32% away"; nothing while that is not known. */
  const awayOf = (price: string, by: TriggerSource) => {
    const now = by === 'mark' ? state?.markPrice : by === 'index' ? state?.indexPrice : null;
    const words = away(price, now ?? null);
    return words === undefined ? null : ` · ${words}`;
  };
  const set = useActForm<StopDraft>({
    defaultValues: NO_STOPS,
    send: (draft, sending) =>
      client.call('contractLossSett', { body: { id: position.id, ...stopBody(draft) } }, sending),
    onDone: () => {
      toasts.done(text('perpetual.toast.stops'));
      onOpenChange(false);
    },
  });
  const draft = set.form.watch();
  const change = (next: StopDraft) => {
    for (const name of ['profit', 'loss', 'quantity', 'triggerBy'] as const)
      set.form.setValue(name, next[name]);
  };
  const now = (draft.triggerBy === 'mark' ? state?.markPrice : state?.indexPrice) ?? null;
  const isWrong = (kind: 'profit' | 'loss') =>
    isOnWrongSide(stopSide(position.positionSide, kind), decimalOf(draft[kind]), now);
  const { cancel, isPending } = useCancel('stop', (id, options) =>
    client.call('contractLossCancel', { query: { id: String(id) } }, options),
  );
  return (
    <ActDialog
      act={set}
      onOpenChange={onOpenChange}
      title={intl.formatMessage({ id: 'perpetual.stops.title' }, { name })}
      description={text('perpetual.stops.text')}
      dismiss={text('perpetual.dismiss')}
      submit={text('perpetual.stops.set')}
      disabled={
        (draft.profit === '' && draft.loss === '') ||
        isWrong('profit') ||
        isWrong('loss') ||
        [draft.profit, draft.loss, draft.quantity].some(isRefusedNumber)
      }
    >
      {contract !== undefined && (
        <StopFields
          contract={contract}
          side={position.positionSide}
          position={termsOf(contract, position)}
          value={draft}
          onChange={change}
          fault={faultField(set.error)}
        />
      )}
      {stops.length > 0 && (
        <ul className="flex flex-col divide-y text-13">
          {stops.map((stop) => (
            <li key={stop.id} className="flex items-center justify-between gap-3 py-2">
              <span className="flex flex-col">
                <span>
                  {text(`perpetual.stop.${stop.kind}`)}{' '}
                  <span className="figure">{format.price(stop.triggerPrice, priceDecimals)}</span>
                  {stop.twinId !== null && (
                    <span className="ms-2 text-12 text-ink-3">{text('trade.orders.pair')}</span>
                  )}
                </span>
                <span className="text-12 text-ink-3">
                  {text(nameOfSource[stop.triggerBy])} ·{' '}
                  {stop.quantity === null
                    ? text('perpetual.stop.whole')
                    : intl.formatMessage({ id: 'perpetual.stop.part' }, { count: Number(stop.quantity) })}
                  {awayOf(stop.triggerPrice, stop.triggerBy)}
                </span>
                {stop.retrying && <span className="text-12 text-warn">{text('trade.orders.retrying')}</span>}
              </span>
              <Button
                variant="plain"
                size="small"
                loading={isPending(stop.id)}
                onClick={() => cancel(stop.id)}
              >
                {text('trade.orders.cancel')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </ActDialog>
  );
}
