import type { PositionRow } from '@candor/contract';
import { Button, directionClass, directionOf, IconButton, useFormatters } from '@candor/ui';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { DataTable } from '../orders/data-table.tsx';
import { AccountSums } from './account-sums.tsx';
import { MarginDialog } from './margin-dialog.tsx';
import { PositionActs, type PositionActsProps } from './position-acts.tsx';
import { signedText } from './signed-amount.tsx';
import { StopDialog, type StopDialogProps } from './stop-dialog.tsx';
import { useContractNames, useContractRows } from './use-contracts.ts';
import { useValuedContracts } from './use-valued.ts';

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

/** The margin behind a position and how far it is used up; of an isolated one also the button that changes it. */
function Margin({ position, row, contracts, name }: PositionActsProps) {
  const intl = useIntl();
  const format = useFormatters();
  const [adjusting, setAdjusting] = useState(false);
  return (
    <span className="inline-flex items-center justify-end gap-1">
      <span>
        {format.quantity(position.positionMargin, 2)}
        <span className="ms-1 text-12 text-ink-3">
          {position.collateralAssetRatio === null ? '' : format.percent(position.collateralAssetRatio)}
        </span>
      </span>
      {position.marginMode === 'isolated' && row !== undefined && (
        <>
          <IconButton
            label={intl.formatMessage({ id: 'trade.contract.margin.adjust' })}
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
  const contracts = useValuedContracts();
  const { rows } = useContractRows();
  const text = (id: string) => intl.formatMessage({ id });
  const price = (position: PositionRow, value: string | null) =>
    format.price(value, named(position.symbol).priceDecimals);
  const acts = (position: PositionRow): PositionActsProps => ({
    position,
    row: rows?.find((listed) => listed.symbol === position.symbol),
    // a row is there only once they are known
    contracts: contracts as NonNullable<typeof contracts>,
    name: named(position.symbol).name,
  });
  const table = (
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
          cell: (position) => price(position, position.markPrice),
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
          cell: (position) => <Margin {...acts(position)} />,
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
          head: 'trade.contract.stops.short',
          kind: 'figure',
          cell: (position) => <StopsButton position={position} {...named(position.symbol)} />,
        },
        {
          head: 'trade.orders.actions',
          kind: 'actions',
          cell: (position) => <PositionActs {...acts(position)} />,
        },
      ]}
    />
  );
  return (
    <div className="flex h-full min-h-0 flex-col">
      {contracts !== null && contracts.positions.length > 0 && <AccountSums {...contracts} />}
      <div className="min-h-0 flex-1">{table}</div>
    </div>
  );
}
