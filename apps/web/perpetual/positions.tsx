import type { PositionRow } from '@candor/api';
import {
  Button,
  DataTable,
  directionClass,
  directionOf,
  IconButton,
  useFormatters,
  useText,
} from '@candor/ui';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { averageText } from '../common/average-price.ts';
import { useMasked } from '../common/eye.tsx';
import { Second } from '../trade/orders/record-columns.tsx';
import { AccountSums } from './account-sums.tsx';
import { MarginDialog } from './margin-dialog.tsx';
import { PositionActs, type PositionActsProps } from './position-acts.tsx';
import { signedText } from './signed-amount.tsx';
import { StopDialog, type StopDialogProps } from './stop-dialog.tsx';
import { usePerpetualNames, usePerpetualRows } from './use-perpetuals.ts';
import { useValuedPerpetuals } from './use-valued.ts';

/** A position's side in the colour of its direction, always also in words, with its leverage and margin mode. */
export function PositionTitle({ position, name }: { readonly position: PositionRow; readonly name: string }) {
  const intl = useIntl();
  return (
    <span className="flex flex-col gap-0.5">
      <span className="font-medium">{name}</span>
      <span className="flex items-center gap-2 text-12 whitespace-nowrap">
        <span className={position.positionSide === 'long' ? 'text-up' : 'text-down'}>
          {intl.formatMessage({ id: `perpetual.side.${position.positionSide}` })}
        </span>
        <span className="text-ink-3">
          {intl.formatMessage({ id: `perpetual.mode.${position.marginMode}` })}{' '}
          {intl.formatMessage({ id: 'perpetual.times' }, { leverage: position.leverage })}
        </span>
      </span>
    </span>
  );
}

/** Nearness of a position to automatic deleveraging: five lights, the number also in words. */
function AdlLights({ indicator }: { readonly indicator: number | null }) {
  const intl = useIntl();
  if (indicator === null) return null;
  return (
    <span
      role="img"
      aria-label={intl.formatMessage({ id: 'perpetual.adl' }, { place: indicator })}
      title={intl.formatMessage({ id: 'perpetual.adl' }, { place: indicator })}
      className="inline-flex items-center gap-1 text-12 text-ink-3"
    >
      {/* a code of the field in every language, as on other exchanges */}
      ADL
      <span className="inline-flex gap-0.5">
        {[1, 2, 3, 4, 5].map((place) => (
          <span
            key={place}
            className={`h-2.5 w-1 rounded-full ${place <= indicator ? 'bg-warn' : 'bg-wash'}`}
          />
        ))}
      </span>
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
  const [profit, loss] = [stop(position.stopProfitTriggerPrice), stop(position.stopLossTriggerPrice)];
  // long prices stand one below the other: beside each other they would push the buttons out of the row
  return (
    <span className="flex max-w-28 flex-wrap gap-x-1 sm:justify-end">
      <span>{profit} /</span>
      <span>{loss}</span>
    </span>
  );
}

/** The margin behind a position and how far it is used up; of an isolated one also the button that changes it. */
function Margin({ position, row, contracts, name }: PositionActsProps) {
  const intl = useIntl();
  const format = useFormatters();
  const masked = useMasked();
  const [adjusting, setAdjusting] = useState(false);
  return (
    <span className="inline-flex items-center justify-end gap-1">
      <span>
        {masked(format.quantity(position.positionMargin, 2))}
        {position.collateralAssetRatio !== null && (
          <Second>{format.percent(position.collateralAssetRatio)}</Second>
        )}
      </span>
      {position.marginMode === 'isolated' && row !== undefined && (
        <>
          <IconButton
            label={intl.formatMessage({ id: 'perpetual.margin.adjust' })}
            size="small"
            className="-my-1 -me-2"
            onClick={() => setAdjusting(true)}
          >
            <Pencil aria-hidden="true" className="size-3.5" strokeWidth={1.75} />
          </IconButton>
          {adjusting && (
            <MarginDialog
              onOpenChange={setAdjusting}
              position={position}
              row={row}
              contracts={contracts}
              name={name}
            />
          )}
        </>
      )}
    </span>
  );
}

function StopsButton({ position, name, priceDecimals }: Omit<StopDialogProps, 'onOpenChange'>) {
  const intl = useIntl();
  const [open, setOpen] = useState(false);
  return (
    <>
      {/* its text stands where the figures of other columns end */}
      <Button variant="plain" size="small" className="-mx-2 touch:-mx-3" onClick={() => setOpen(true)}>
        <Stops position={position} priceDecimals={priceDecimals} />
        <span className="sr-only">{intl.formatMessage({ id: 'perpetual.stops.edit' })}</span>
      </Button>
      {open && (
        <StopDialog onOpenChange={setOpen} position={position} name={name} priceDecimals={priceDecimals} />
      )}
    </>
  );
}

/** The user's open positions in a table, live; of one contract where it is given. */
export function PositionTable({ symbol }: { readonly symbol?: string }) {
  const format = useFormatters();
  const masked = useMasked();
  const named = usePerpetualNames();
  const contracts = useValuedPerpetuals();
  const { rows } = usePerpetualRows();
  const text = useText();
  const price = (position: PositionRow, value: string | null) =>
    format.price(value, named(position.symbol).priceDecimals);
  const acts = (position: PositionRow): PositionActsProps => ({
    position,
    row: rows?.find((listed) => listed.symbol === position.symbol),
    // a row is there only once they are known
    contracts: contracts as NonNullable<typeof contracts>,
    name: named(position.symbol).name,
  });
  return (
    <DataTable
      inset
      className="h-full"
      label={text('perpetual.positions')}
      rows={
        contracts?.positions.filter((position) => symbol === undefined || position.symbol === symbol) ?? null
      }
      rowKey={(position) => position.id}
      emptyTitle={text('perpetual.nonePositions')}
      emptyText={text('perpetual.nonePositionsText')}
      columns={[
        {
          head: 'perpetual.contract',
          cell: (position) => <PositionTitle position={position} name={named(position.symbol).name} />,
        },
        {
          head: 'perpetual.contracts',
          kind: 'figure',
          wraps: true,
          cell: (position) => masked(format.quantity(position.openInterest, 0)),
        },
        {
          head: 'perpetual.pnl',
          kind: 'figure',
          wraps: true,
          cell: (position) => (
            <span className={directionClass[directionOf(position.unrealisedPnl)]}>
              {masked(signedText(format, position.unrealisedPnl, 2))}
              {position.returnPercent !== null && (
                <span className="block text-12">{format.changePercent(position.returnPercent)}</span>
              )}
            </span>
          ),
        },
        {
          head: 'perpetual.entry',
          kind: 'figure',
          wraps: true,
          cell: ({ symbol, averageOpenPrice }) =>
            averageText(format, averageOpenPrice, named(symbol).priceDecimals),
        },
        {
          head: 'perpetual.mark',
          kind: 'figure',
          wraps: true,
          cell: (position) => price(position, position.markPrice),
        },
        {
          head: 'perpetual.liquidation',
          kind: 'figure',
          wraps: true,
          cell: (position) => (
            <span className="inline-flex flex-col sm:items-end">
              {price(position, position.expectedLiquidationPrice)}
              <AdlLights indicator={position.adlIndicator} />
            </span>
          ),
        },
        {
          head: 'perpetual.margin',
          kind: 'figure',
          cell: (position) => <Margin {...acts(position)} />,
        },
        {
          head: 'perpetual.stops.short',
          kind: 'figure',
          cell: (position) => <StopsButton position={position} {...named(position.symbol)} />,
        },
        {
          head: 'trade.orders.actions',
          kind: 'actions',
          wraps: true,
          cell: (position) => <PositionActs {...acts(position)} />,
        },
      ]}
    />
  );
}

/** The contract wallet's figures, where a position needs them, and the positions; of one contract where it is given. */
export function Positions(props: { readonly symbol?: string }) {
  const contracts = useValuedPerpetuals();
  return (
    <div className="flex h-full min-h-0 flex-col">
      {contracts !== null && contracts.positions.length > 0 && <AccountSums {...contracts} />}
      <div className="min-h-0 flex-1">
        <PositionTable {...props} />
      </div>
    </div>
  );
}
