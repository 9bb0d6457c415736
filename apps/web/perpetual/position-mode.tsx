import { ActMessage, ConfirmDialog, Detail, DetailList, Select, toasts, useAct, useText } from '@candor/ui';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useClient, useOpenPerpetuals } from '../data/index.ts';

const MODES = ['one-way', 'long-short'] as const;
type Mode = (typeof MODES)[number];

/** The user's position mode, and how to change it: of all contracts, and only while nothing is open in any. */
export function PositionModeSelect({ disabled }: { readonly disabled: boolean }) {
  const intl = useIntl();
  const client = useClient();
  const open = useOpenPerpetuals();
  const mode = open?.account.positionMode ?? 'one-way';
  const [next, setNext] = useState<Mode | null>(null);
  const text = useText();
  const change = useAct({
    isShown: next !== null,
    mutationFn: (to: Mode, sending) =>
      client.call('updatePositionMode', { body: { positionMode: to } }, sending),
    onSuccess: () => {
      setNext(null);
      toasts.done(text('perpetual.toast.positionMode'));
    },
  });
  const positions = open?.positions.length ?? 0;
  const orders = open?.orders.length ?? 0;
  return (
    <>
      <Select
        label={text('perpetual.positionMode')}
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
          label: text(`perpetual.positionMode.${each}`),
        }))}
      />
      <ConfirmDialog
        open={next !== null}
        onOpenChange={(isOpen) => {
          if (!isOpen) setNext(null);
        }}
        title={text('perpetual.positionMode.title')}
        description={text('perpetual.positionMode.rule')}
        dismiss={text('perpetual.dismiss')}
        confirm={text('perpetual.positionMode.change')}
        loading={change.isPending}
        disabled={positions + orders > 0}
        onConfirm={() => {
          if (next !== null) change.mutate(next);
        }}
      >
        {next !== null && (
          <>
            <p className="text-14">
              <span className="font-semibold">{text(`perpetual.positionMode.${next}`)}: </span>
              {text(`perpetual.positionMode.${next}.text`)}
            </p>
            <DetailList>
              <Detail label={text('perpetual.positions')}>{intl.formatNumber(positions)}</Detail>
              <Detail label={text('trade.orders.open')}>{intl.formatNumber(orders)}</Detail>
            </DetailList>
            <ActMessage
              phase={change.phase}
              error={change.error}
              problem={positions + orders > 0 ? text('error.PERPETUAL_POSITION_OPEN') : null}
            />
          </>
        )}
      </ConfirmDialog>
    </>
  );
}
