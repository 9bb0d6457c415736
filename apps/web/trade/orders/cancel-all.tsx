import {
  ActMessage,
  type ActSending,
  Button,
  ConfirmDialog,
  Detail,
  DetailList,
  SegmentedControl,
  toasts,
  useAct,
  useText,
} from '@candor/ui';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useAsked } from '../ask/use-asked.ts';

/** The fields of an open order that give its market and whether it waits for its trigger. */
export interface CancellableOrder {
  readonly symbol: string;
  readonly status: string;
}

export interface CancelAllProps {
  /** The open orders of all markets. */
  readonly orders: readonly CancellableOrder[];
  /** The market that the page shows. */
  readonly market: { readonly symbol: string; readonly name: string };
  /** The list shows this market alone. */
  readonly onlyThis: boolean;
  /** There are no orders of other markets: an account of one market. */
  readonly isSingle?: boolean;
  /** A sentence about what is not cancelled with the orders. */
  readonly note?: string;
  /** Cancels all orders of a market, or of all where it is null. */
  readonly cancelAll: (symbol: string | null, sending: ActSending) => Promise<unknown>;
}

type Scope = 'this' | 'all';

/** Cancels open orders of this market or of all, after a question that names both. */
export function CancelAll(props: CancelAllProps) {
  const { orders, market, onlyThis, isSingle = false, note, cancelAll } = props;
  const intl = useIntl();
  const asked = useAsked('cancelAll');
  const [open, setOpen] = useState(false);
  const ofThis = orders.filter(({ symbol }) => symbol === market.symbol);
  const shown: Scope = onlyThis || isSingle ? 'this' : 'all';
  const [scope, setScope] = useState<Scope>('this');
  const chosen = scope === 'this' ? ofThis : orders;
  const text = useText();
  const cancel = useAct({
    isShown: open,
    mutationFn: (of: Scope, sending) => cancelAll(of === 'this' ? market.symbol : null, sending),
    onSuccess: () => {
      setOpen(false);
      toasts.noted(text('trade.toast.cancelledAll'));
    },
  });
  const start = (of: Scope) => cancel.mutate(of);
  const press = () => {
    if (!asked.asks) {
      start(shown);
      return;
    }
    setScope(isSingle || ofThis.length > 0 ? 'this' : 'all');
    cancel.reset();
    setOpen(true);
  };
  return (
    <>
      <Button variant="plain" size="small" loading={cancel.isPending} onClick={press}>
        {text('trade.orders.cancelAll')}
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={text('trade.cancelAll.title')}
        dismiss={text('perpetual.dismiss')}
        confirm={intl.formatMessage({ id: 'trade.cancelAll.confirm' }, { count: chosen.length })}
        variant="danger"
        loading={cancel.isPending}
        disabled={chosen.length === 0}
        onConfirm={() => {
          asked.remember();
          start(scope);
        }}
        unasked={asked.unasked}
      >
        {!isSingle && (
          <SegmentedControl
            label={text('trade.cancelAll.scope')}
            value={scope}
            onValueChange={setScope}
            segments={[
              { value: 'this', label: market.name },
              { value: 'all', label: text('trade.cancelAll.all') },
            ]}
          />
        )}
        <DetailList>
          <Detail label={text('trade.cancelAll.orders')}>{intl.formatNumber(chosen.length)}</Detail>
          <Detail label={text('trade.cancelAll.waiting')}>
            {intl.formatNumber(chosen.filter(({ status }) => status === 'waiting').length)}
          </Detail>
        </DetailList>
        {note !== undefined && <p className="text-13 text-ink-2">{note}</p>}
        <p className="text-12 text-ink-3">{text('trade.cancelAll.unasked')}</p>
        <ActMessage phase={cancel.phase} error={cancel.error} />
      </ConfirmDialog>
    </>
  );
}
