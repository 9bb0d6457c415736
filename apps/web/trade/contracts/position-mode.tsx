import { newActKey } from '@candor/contract';
import { ConfirmDialog, Detail, DetailList, Select, toasts } from '@candor/ui';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { ActMessage } from '../../app/act-message.tsx';
import { useAct } from '../../app/use-act.ts';
import { useClient, useOpenContracts } from '../../data/index.ts';

const MODES = ['one-way', 'long-short'] as const;
type Mode = (typeof MODES)[number];

/** The user's position mode, and how to change it: of all contracts, and only while nothing is open in any. */
export function PositionModeSelect({ disabled }: { readonly disabled: boolean }) {
  const intl = useIntl();
  const client = useClient();
  const open = useOpenContracts();
  const mode = open?.account.positionMode ?? 'one-way';
  const [next, setNext] = useState<Mode | null>(null);
  const text = (id: string) => intl.formatMessage({ id });
  const change = useAct({
    isShown: next !== null,
    mutationFn: ({ to, key }: { readonly to: Mode; readonly key: string }, watch) =>
      client.call('updatePositionMode', { body: { positionMode: to } }, { idempotencyKey: key, ...watch }),
    onSuccess: () => {
      setNext(null);
      toasts.done(text('trade.contract.toast.positionMode'));
    },
  });
  const positions = open?.positions.length ?? 0;
  const orders = open?.orders.length ?? 0;
  return (
    <>
      <Select
        label={text('trade.contract.positionMode')}
        variant="plain"
        value={mode}
        disabled={disabled || change.isPending}
        onValueChange={(to) => {
          if (to === mode) return;
          change.reset();
          setNext(to);
        }}
        options={MODES.map((each) => ({
          value: each,
          label: text(`trade.contract.positionMode.${each}`),
        }))}
      />
      <ConfirmDialog
        open={next !== null}
        onOpenChange={(isOpen) => {
          if (!isOpen) setNext(null);
        }}
        title={text('trade.contract.positionMode.title')}
        description={text('trade.contract.positionMode.rule')}
        dismiss={text('trade.contract.dismiss')}
        confirm={text('trade.contract.positionMode.change')}
        loading={change.isPending}
        disabled={positions + orders > 0}
        onConfirm={() => {
          if (next !== null) change.mutate({ to: next, key: newActKey(Date.now()) });
        }}
      >
        {next !== null && (
          <>
            <p className="text-14">
              <span className="font-semibold">{text(`trade.contract.positionMode.${next}`)}: </span>
              {text(`trade.contract.positionMode.${next}.text`)}
            </p>
            <DetailList>
              <Detail label={text('trade.contract.positions')}>{intl.formatNumber(positions)}</Detail>
              <Detail label={text('trade.orders.open')}>{intl.formatNumber(orders)}</Detail>
            </DetailList>
            <ActMessage
              phase={change.phase}
              error={change.error}
              problem={positions + orders > 0 ? text('error.POSITION_OPEN') : null}
            />
          </>
        )}
      </ConfirmDialog>
    </>
  );
}
