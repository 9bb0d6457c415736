import { newActKey, type PositionRow } from '@candor/contract';
import { Button, directionClass, directionOf, toasts, useFormatters } from '@candor/ui';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { wordsOf } from '../../app/error-words.ts';
import { useClient, useContractState, useOpenContracts } from '../../data/index.ts';
import { DataTable } from '../orders/data-table.tsx';
import { MarginDialog } from './margin-dialog.tsx';
import { signedText } from './signed-amount.tsx';
import { StopDialog, type StopDialogProps } from './stop-dialog.tsx';
import { useContractNames } from './use-contracts.ts';

function useClose() {
  const client = useClient();
  const intl = useIntl();
  return useMutation({
    mutationFn: ({ id, key }: { readonly id: number; readonly key: string }) =>
      client.call('contractStopOrder', { query: { id: String(id) } }, { idempotencyKey: key }),
    onSuccess: (receipt) =>
      toasts.info(
        intl.formatMessage({
          id: receipt.status === 'filled' ? 'trade.contract.toast.closed' : 'trade.contract.toast.closing',
        }),
      ),
    onError: (error) => toasts.error(wordsOf(intl, error)),
  });
}

/** A position's side in the colour of its direction, always also in words, with its leverage and margin mode. */
export function PositionTitle({ position, name }: { readonly position: PositionRow; readonly name: string }) {
  const intl = useIntl();
  return (
    <span className="flex flex-col gap-0.5">
      <span className="font-medium">{name}</span>
      <span className="flex items-center gap-2 text-12 whitespace-nowrap">
        <span className={position.positionSide === 'long' ? 'text-up' : 'text-down'}>
          {intl.formatMessage({ id: `trade.contract.side.${position.positionSide}` })}
        </span>
        <span className="text-ink-3">
          {intl.formatMessage({ id: `trade.contract.mode.${position.marginMode}` })}{' '}
          {intl.formatMessage({ id: 'trade.contract.times' }, { leverage: position.leverage })}
        </span>
      </span>
    </span>
  );
}

/** How near a position is to automatic deleveraging: five lights, the number also in words. */
function AdlLights({ indicator }: { readonly indicator: number | null }) {
  const intl = useIntl();
  if (indicator === null) return null;
  return (
    <span
      role="img"
      aria-label={intl.formatMessage({ id: 'trade.contract.adl' }, { place: indicator })}
      title={intl.formatMessage({ id: 'trade.contract.adl' }, { place: indicator })}
      className="inline-flex gap-0.5"
    >
      {[1, 2, 3, 4, 5].map((place) => (
        <span
          key={place}
          className={`h-2.5 w-1 rounded-full ${place <= indicator ? 'bg-warn' : 'bg-wash'}`}
        />
      ))}
    </span>
  );
}

function Stops({
  position,
  priceDecimals,
}: {
  readonly position: PositionRow;
  readonly priceDecimals: number;
}) {
  const format = useFormatters();
  const stop = (price: string | null) => (price === null ? '–' : format.price(price, priceDecimals));
  return (
    <>
      {stop(position.stopProfitTriggerPrice)} / {stop(position.stopLossTriggerPrice)}
    </>
  );
}

function Mark({ position, decimals }: { readonly position: PositionRow; readonly decimals: number }) {
  const format = useFormatters();
  return format.price(useContractState(position.symbol)?.markPrice ?? position.markPrice, decimals);
}

/** What can be done with a position: its margin changed, and closed. */
function Actions({ position, name }: { readonly position: PositionRow; readonly name: string }) {
  const intl = useIntl();
  const close = useClose();
  const [adjusting, setAdjusting] = useState(false);
  return (
    <>
      {position.marginMode === 'isolated' && (
        <Button variant="plain" size="small" onClick={() => setAdjusting(true)}>
          {intl.formatMessage({ id: 'trade.contract.margin.adjust' })}
        </Button>
      )}
      <Button
        variant="plain"
        size="small"
        loading={close.isPending}
        onClick={() => close.mutate({ id: position.id, key: newActKey(Date.now()) })}
      >
        {intl.formatMessage({ id: 'trade.contract.close' })}
      </Button>
      <MarginDialog open={adjusting} onOpenChange={setAdjusting} position={position} name={name} />
    </>
  );
}

function StopsButton({ position, name, priceDecimals }: Omit<StopDialogProps, 'open' | 'onOpenChange'>) {
  const intl = useIntl();
  const [open, setOpen] = useState(false);
  return (
    <>
      {/* its text stands where the figures of other columns end */}
      <Button variant="plain" size="small" className="-mx-2 touch:-mx-3" onClick={() => setOpen(true)}>
        <Stops position={position} priceDecimals={priceDecimals} />
        <span className="sr-only">{intl.formatMessage({ id: 'trade.contract.stops.edit' })}</span>
      </Button>
      <StopDialog
        open={open}
        onOpenChange={setOpen}
        position={position}
        name={name}
        priceDecimals={priceDecimals}
      />
    </>
  );
}

/** The user's open positions, live; of one contract where it is given. */
export function Positions({ symbol }: { readonly symbol?: string }) {
  const intl = useIntl();
  const format = useFormatters();
  const named = useContractNames();
  const contracts = useOpenContracts();
  const text = (id: string) => intl.formatMessage({ id });
  const price = (position: PositionRow, value: string | null) =>
    format.price(value, named(position.symbol).priceDecimals);
  return (
    <DataTable
      label={text('trade.contract.positions')}
      rows={
        contracts?.positions.filter((position) => symbol === undefined || position.symbol === symbol) ?? null
      }
      rowKey={(position) => position.id}
      emptyTitle={text('trade.contract.nonePositions')}
      emptyText={text('trade.contract.nonePositionsText')}
      columns={[
        {
          head: 'trade.contract.contract',
          cell: (position) => <PositionTitle position={position} name={named(position.symbol).name} />,
        },
        {
          head: 'trade.contract.contracts',
          kind: 'figure',
          cell: (position) => format.quantity(position.openInterest, 0),
        },
        {
          head: 'trade.contract.entry',
          kind: 'figure',
          cell: (position) => price(position, position.averageOpenPrice),
        },
        {
          head: 'trade.contract.mark',
          kind: 'figure',
          cell: (position) => <Mark position={position} decimals={named(position.symbol).priceDecimals} />,
        },
        {
          head: 'trade.contract.liquidation',
          kind: 'figure',
          cell: (position) => (
            <span className="inline-flex items-center justify-end gap-2">
              {price(position, position.expectedLiquidationPrice)}
              <AdlLights indicator={position.adlIndicator} />
            </span>
          ),
        },
        {
          head: 'trade.contract.margin',
          kind: 'figure',
          cell: (position) => (
            <>
              {format.quantity(position.positionMargin, 2)}
              <span className="ms-1 text-12 text-ink-3">
                {position.collateralAssetRatio === null ? '' : format.percent(position.collateralAssetRatio)}
              </span>
            </>
          ),
        },
        {
          head: 'trade.contract.pnl',
          kind: 'figure',
          cell: (position) => (
            <span className={directionClass[directionOf(position.unrealisedPnl)]}>
              {signedText(format, position.unrealisedPnl, 2)}
              <span className="ms-1 text-12">
                {position.returnPercent === null ? '' : `(${format.changePercent(position.returnPercent)})`}
              </span>
            </span>
          ),
        },
        {
          head: 'trade.contract.stops',
          kind: 'figure',
          cell: (position) => <StopsButton position={position} {...named(position.symbol)} />,
        },
        {
          head: 'trade.orders.actions',
          kind: 'actions',
          cell: (position) => <Actions position={position} name={named(position.symbol).name} />,
        },
      ]}
    />
  );
}
