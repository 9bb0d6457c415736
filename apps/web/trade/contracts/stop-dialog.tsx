import { newActKey, type PositionRow } from '@candor/contract';
import { isRefusedNumber } from '@candor/i18n';
import { Button, Dialog, toasts, useFormatters } from '@candor/ui';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { ActMessage } from '../../app/act-message.tsx';
import { wordsOf } from '../../app/error-words.ts';
import { useAct } from '../../app/use-act.ts';
import { useClient, useContractState, useOpenContracts } from '../../data/index.ts';
import { nameOfSource, type TriggerSource } from '../orders/trigger-condition.ts';
import { useAway } from '../orders/use-away.ts';
import { NO_STOPS, StopFields, stopBody } from './stop-fields.tsx';
import { useContractRows } from './use-contracts.ts';

export interface StopDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly position: PositionRow;
  readonly name: string;
  readonly priceDecimals: number;
}

/** Sets, replaces and cancels the stop-profit and the stop-loss of a position. */
export function StopDialog({ open, onOpenChange, position, name, priceDecimals }: StopDialogProps) {
  const intl = useIntl();
  const format = useFormatters();
  const client = useClient();
  const stops = useOpenContracts()?.stops.filter((stop) => stop.positionId === position.id) ?? [];
  const contract = useContractRows().rows?.find(({ symbol }) => symbol === position.symbol);
  const [draft, setDraft] = useState(NO_STOPS);
  const away = useAway();
  const state = useContractState(position.symbol);
  const text = (id: string) => intl.formatMessage({ id });
  /** " · 0.32% away"; nothing while that is not known. */
  const awayOf = (price: string, by: TriggerSource) => {
    const now = by === 'mark' ? state?.markPrice : by === 'index' ? state?.indexPrice : null;
    const words = away(price, now ?? null);
    return words === undefined ? null : ` · ${words}`;
  };
  const set = useAct({
    mutationFn: (key: string, watch) =>
      client.call(
        'contractLossSett',
        {
          body: { id: position.id, ...stopBody(draft) },
        },
        { idempotencyKey: key, ...watch },
      ),
    onSuccess: () => {
      toasts.done(text('trade.contract.toast.stops'));
      setDraft(NO_STOPS);
      onOpenChange(false);
    },
  });
  const cancel = useMutation({
    mutationFn: (id: number) => client.call('contractLossCancel', { query: { id: String(id) } }),
    onError: (error) => toasts.refused(wordsOf(intl, error)),
  });
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={intl.formatMessage({ id: 'trade.contract.stops.title' }, { name })}
      description={text('trade.contract.stops.text')}
      footer={
        <>
          <Button variant="quiet" onClick={() => onOpenChange(false)}>
            {text('trade.contract.dismiss')}
          </Button>
          <Button
            variant="primary"
            loading={set.isPending}
            disabled={
              (draft.profit === '' && draft.loss === '') ||
              [draft.profit, draft.loss, draft.quantity].some(isRefusedNumber)
            }
            onClick={() => set.mutate(newActKey(Date.now()))}
          >
            {text('trade.contract.stops.set')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {contract !== undefined && (
          <StopFields
            contract={contract}
            side={position.positionSide}
            entryPrice={position.averageOpenPrice}
            quantity={position.openInterest}
            value={draft}
            onChange={setDraft}
          />
        )}
        {stops.length > 0 && (
          <ul className="flex flex-col divide-y text-13">
            {stops.map((stop) => (
              <li key={stop.id} className="flex items-center justify-between gap-3 py-2">
                <span className="flex flex-col">
                  <span>
                    {text(`trade.contract.stop.${stop.kind}`)}{' '}
                    <span className="figure">{format.price(stop.triggerPrice, priceDecimals)}</span>
                    {stop.twinId !== null && (
                      <span className="ms-2 text-12 text-ink-3">{text('trade.orders.pair')}</span>
                    )}
                  </span>
                  <span className="text-12 text-ink-3">
                    {text(nameOfSource[stop.triggerBy])} ·{' '}
                    {stop.quantity === null
                      ? text('trade.contract.stop.whole')
                      : intl.formatMessage(
                          { id: 'trade.contract.stop.part' },
                          { quantity: format.quantity(stop.quantity, 0) },
                        )}
                    {awayOf(stop.triggerPrice, stop.triggerBy)}
                  </span>
                </span>
                <Button
                  variant="plain"
                  size="small"
                  loading={cancel.isPending && cancel.variables === stop.id}
                  onClick={() => cancel.mutate(stop.id)}
                >
                  {text('trade.orders.cancel')}
                </Button>
              </li>
            ))}
          </ul>
        )}
        <ActMessage phase={set.phase} error={set.error} />
      </div>
    </Dialog>
  );
}
