import type { PositionRow } from '@candor/contract';
import {
  Badge,
  Button,
  Cell,
  directionClass,
  directionOf,
  EmptyState,
  HeadCell,
  Row,
  SkeletonRows,
  Table,
  TableBody,
  TableHead,
  TableMessage,
  toasts,
  useFormatters,
} from '@candor/ui';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { wordsOf } from '../../app/error-words.ts';
import { useClient, useContractState, useOpenContracts } from '../../data/index.ts';
import { MarginDialog } from './margin-dialog.tsx';
import { StopDialog } from './stop-dialog.tsx';
import { useContractNames } from './use-contracts.ts';

const columns = [
  'text',
  'figure',
  'figure',
  'figure',
  'figure',
  'figure',
  'figure',
  'figure',
  'none',
] as const;

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

function PositionLine({ position }: { readonly position: PositionRow }) {
  const intl = useIntl();
  const format = useFormatters();
  const close = useClose();
  const { name, priceDecimals } = useContractNames()(position.symbol);
  const mark = useContractState(position.symbol)?.markPrice ?? position.markPrice;
  const [dialog, setDialog] = useState<'stops' | 'margin' | null>(null);
  const text = (id: string) => intl.formatMessage({ id });
  const price = (value: string | null) => format.price(value, priceDecimals);
  return (
    <Row dimmed={close.isPending}>
      <Cell>
        <PositionTitle position={position} name={name} />
      </Cell>
      <Cell figure>{format.quantity(position.openInterest, 0)}</Cell>
      <Cell figure>{price(position.averageOpenPrice)}</Cell>
      <Cell figure>{price(mark)}</Cell>
      <Cell figure>
        <span className="inline-flex items-center justify-end gap-2">
          {price(position.expectedLiquidationPrice)}
          <AdlLights indicator={position.adlIndicator} />
        </span>
      </Cell>
      <Cell figure>
        {format.quantity(position.positionMargin, 2)}
        <span className="ms-1 text-12 text-ink-3">
          {position.collateralAssetRatio === null ? '' : format.percent(position.collateralAssetRatio)}
        </span>
      </Cell>
      <Cell figure>
        <span className={directionClass[directionOf(position.unrealisedPnl)]}>
          {format.quantity(position.unrealisedPnl, 2)}
          <span className="ms-1 text-12">
            {position.returnPercent === null ? '' : `(${format.percent(position.returnPercent)})`}
          </span>
        </span>
      </Cell>
      <Cell figure>
        <Button variant="plain" size="small" onClick={() => setDialog('stops')}>
          <Stops position={position} priceDecimals={priceDecimals} />
          <span className="sr-only">{text('trade.contract.stops.edit')}</span>
        </Button>
      </Cell>
      <Cell className="text-end whitespace-nowrap">
        {position.marginMode === 'isolated' && (
          <Button variant="plain" size="small" onClick={() => setDialog('margin')}>
            {text('trade.contract.margin.adjust')}
          </Button>
        )}
        <Button
          variant="plain"
          size="small"
          loading={close.isPending}
          onClick={() => close.mutate({ id: position.id, key: crypto.randomUUID() })}
        >
          {text('trade.contract.close')}
        </Button>
        <StopDialog
          open={dialog === 'stops'}
          onOpenChange={(open) => setDialog(open ? 'stops' : null)}
          position={position}
          name={name}
          priceDecimals={priceDecimals}
        />
        <MarginDialog
          open={dialog === 'margin'}
          onOpenChange={(open) => setDialog(open ? 'margin' : null)}
          position={position}
          name={name}
        />
      </Cell>
    </Row>
  );
}

/** The user's open positions, live; of one contract where it is given. */
export function Positions({ symbol }: { readonly symbol?: string }) {
  const intl = useIntl();
  const contracts = useOpenContracts();
  const positions =
    contracts?.positions.filter((position) => symbol === undefined || position.symbol === symbol) ?? null;
  const head = (id: string) => intl.formatMessage({ id });
  return (
    <Table label={head('trade.contract.positions')} inset className="h-full">
      <TableHead>
        <HeadCell>{head('trade.contract.contract')}</HeadCell>
        <HeadCell figure>{head('trade.contract.contracts')}</HeadCell>
        <HeadCell figure>{head('trade.contract.entry')}</HeadCell>
        <HeadCell figure>{head('trade.contract.mark')}</HeadCell>
        <HeadCell figure>{head('trade.contract.liquidation')}</HeadCell>
        <HeadCell figure>{head('trade.contract.margin')}</HeadCell>
        <HeadCell figure>{head('trade.contract.pnl')}</HeadCell>
        <HeadCell figure>{head('trade.contract.stops')}</HeadCell>
        <HeadCell>
          <span className="sr-only">{head('trade.orders.actions')}</span>
        </HeadCell>
      </TableHead>
      <TableBody busy={positions === null}>
        {positions === null ? (
          <SkeletonRows rows={2} columns={columns} />
        ) : positions.length === 0 ? (
          <TableMessage columns={columns.length}>
            <EmptyState
              title={head('trade.contract.nonePositions')}
              text={head('trade.contract.nonePositionsText')}
            />
          </TableMessage>
        ) : (
          positions.map((position) => <PositionLine key={position.id} position={position} />)
        )}
      </TableBody>
    </Table>
  );
}

/** A short label for what a fill or a settlement was. */
export function KindBadge({
  kind,
}: {
  readonly kind: 'funding' | 'liquidation' | 'deleveraging' | 'margin-warning';
}) {
  const intl = useIntl();
  return (
    <Badge tone={kind === 'funding' ? 'neutral' : 'warn'}>
      {intl.formatMessage({ id: `trade.contract.settlement.${kind}` })}
    </Badge>
  );
}
