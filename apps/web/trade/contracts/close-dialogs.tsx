import type { ActPhase, ContractMarketRow, PositionRow } from '@candor/contract';
import { isPositiveNumber } from '@candor/i18n';
import {
  ConfirmDialog,
  Detail,
  DetailList,
  NumberField,
  PercentSlider,
  SegmentedControl,
  useFormatters,
} from '@candor/ui';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { ActMessage } from '../../app/act-message.tsx';
import { useFeeRates } from '../../data/index.ts';
import type { Asked } from '../ask/use-asked.ts';
import { type ContractPreview, contractPreview } from './contract-preview.ts';
import type { OpenContracts } from './contract-terms.ts';
import { closableBeside } from './position-preview.ts';
import { SignedAmount } from './signed-amount.tsx';
import { useBookSide } from './use-book-side.ts';
import { useCloseOrder } from './use-position-acts.ts';

/** A position that a dialog is about, with its contract and all that stands beside it. */
export interface PositionActProps {
  readonly onOpenChange: (open: boolean) => void;
  readonly position: PositionRow;
  readonly row: ContractMarketRow;
  readonly contracts: OpenContracts;
  readonly name: string;
}

/** How the act of a dialog is getting on. */
export interface DialogAct {
  readonly isPending: boolean;
  readonly phase: ActPhase | null;
  readonly error: unknown;
}

/** The contract at the fee that the user pays as a taker. */
export function useChargedRow(row: ContractMarketRow): ContractMarketRow {
  const rates = useFeeRates();
  return { ...row, taker_fee_percent: rates?.perpetualTakerPercent ?? row.taker_fee_percent };
}

/** What closing would come to: at which price, with what profit and fee, and what it leaves. */
function CloseSums({ preview, row, byBook }: CloseSumsProps) {
  const intl = useIntl();
  const format = useFormatters();
  const text = (id: string) => intl.formatMessage({ id });
  const usdt = (amount: string | undefined) =>
    amount === undefined ? format.quantity(null) : `${format.quantity(amount)} USDT`;
  return (
    <DetailList>
      {byBook && (
        <Detail label={text('trade.contract.averageAbout')}>
          {format.price(preview?.averagePrice ?? null, row.full_cou)}
        </Detail>
      )}
      <Detail label={text('trade.contract.realised')}>
        {preview?.realised == null ? (
          format.quantity(null)
        ) : (
          <>
            <SignedAmount amount={preview.realised} decimals={4} /> USDT
          </>
        )}
      </Detail>
      <Detail
        label={intl.formatMessage(
          { id: 'trade.contract.fee' },
          { rate: format.percent(row.taker_fee_percent) },
        )}
      >
        {usdt(preview?.fee)}
      </Detail>
      <Detail label={text('trade.contract.liquidationRest')}>
        {format.price(preview?.liquidationPrice ?? null, row.full_cou)}
      </Detail>
    </DetailList>
  );
}

/** Returns the message for a book with less than the requested amount, or null if it has enough or is unknown. */
export function useBookShort(): (filled: number | undefined, asked: number) => string | null {
  const intl = useIntl();
  const format = useFormatters();
  return (filled, asked) =>
    filled === undefined || filled >= asked
      ? null
      : intl.formatMessage(
          { id: 'trade.contract.bookShort' },
          { quantity: format.quantity(String(filled), 0) },
        );
}

interface CloseSumsProps {
  readonly preview: ContractPreview | null;
  readonly row: ContractMarketRow;
  /** At the market: the prices are the book’s. */
  readonly byBook: boolean;
}

function closingDraft(position: PositionRow) {
  const { positionSide: side, leverage, marginMode } = position;
  return { action: 'close', side, leverage, marginMode } as const;
}

/** Asks before all of a position is closed at the market. */
export function CloseAtMarketDialog({
  onOpenChange,
  position,
  row: listed,
  contracts,
  name,
  asked,
  act,
  onConfirm,
}: PositionActProps & {
  readonly asked: Asked;
  readonly act: DialogAct;
  readonly onConfirm: () => void;
}) {
  const intl = useIntl();
  const format = useFormatters();
  const row = useChargedRow(listed);
  const bookShort = useBookShort();
  const book = useBookSide(row, position.positionSide === 'long' ? -1 : 1);
  const { openInterest: quantity } = position;
  const draft = { ...closingDraft(position), price: '', quantity };
  const preview = book === undefined ? null : contractPreview(row, { ...draft, book }, contracts);
  return (
    <ConfirmDialog
      open
      onOpenChange={onOpenChange}
      title={intl.formatMessage({ id: 'trade.contract.closeMarketTitle' }, { name })}
      dismiss={intl.formatMessage({ id: 'trade.contract.dismiss' })}
      confirm={intl.formatMessage({
        id: `trade.contract.direction.${position.positionSide === 'long' ? 3 : 4}`,
      })}
      variant={position.positionSide === 'long' ? 'sell' : 'buy'}
      loading={act.isPending}
      onConfirm={onConfirm}
      unasked={asked.unasked}
    >
      <DetailList>
        <Detail label={intl.formatMessage({ id: `trade.contract.side.${position.positionSide}` })} strong>
          {intl.formatMessage({ id: 'trade.contract.stop.part' }, { quantity: format.quantity(quantity, 0) })}
        </Detail>
      </DetailList>
      <CloseSums preview={preview} row={row} byBook />
      <ActMessage
        phase={act.phase}
        error={act.error}
        obstacle={bookShort(preview?.filled, Number(quantity))}
      />
    </ConfirmDialog>
  );
}

/** Closes all or a part of a position, at the market or at a price of the user's. */
export function CloseDialog({ onOpenChange, position, row: listed, contracts, name }: PositionActProps) {
  const intl = useIntl();
  const format = useFormatters();
  const row = useChargedRow(listed);
  const bookShort = useBookShort();
  const text = (id: string) => intl.formatMessage({ id });
  const book = useBookSide(row, position.positionSide === 'long' ? -1 : 1);
  const [kind, setKind] = useState<'limit' | 'market'>('limit');
  const [price, setPrice] = useState(position.markPrice ?? '');
  const [typed, setTyped] = useState<string | null>(null);
  const most = kind === 'limit' ? closableBeside(position, contracts.orders) : Number(position.openInterest);
  const quantity = typed ?? String(most);
  const lots = isPositiveNumber(quantity) ? Number(quantity) : 0;
  const order = useCloseOrder(position, () => onOpenChange(false));
  const draft = { ...closingDraft(position), price, quantity };
  const isMarket = kind === 'market';
  const preview =
    isMarket && book === undefined
      ? null
      : contractPreview(row, isMarket && book !== undefined ? { ...draft, book } : draft, contracts);
  const isWhole = Number.isSafeInteger(lots) && lots > 0;
  const problem =
    lots > most
      ? intl.formatMessage(
          { id: 'trade.contract.problem.closable' },
          { quantity: format.quantity(String(most), 0) },
        )
      : undefined;
  return (
    <ConfirmDialog
      open
      onOpenChange={onOpenChange}
      title={intl.formatMessage({ id: 'trade.contract.closeTitle' }, { name })}
      dismiss={text('trade.contract.dismiss')}
      confirm={text(`trade.contract.direction.${position.positionSide === 'long' ? 3 : 4}`)}
      variant={position.positionSide === 'long' ? 'sell' : 'buy'}
      loading={order.act.isPending}
      disabled={!isWhole || problem !== undefined || (!isMarket && !isPositiveNumber(price))}
      onConfirm={() => order.place({ kind, price, quantity })}
    >
      <SegmentedControl
        label={text('trade.form.type')}
        value={kind}
        onValueChange={setKind}
        segments={[
          { value: 'limit', label: text('trade.form.limit') },
          { value: 'market', label: text('trade.form.market') },
        ]}
      />
      {!isMarket && (
        <NumberField
          label={text('trade.form.price')}
          value={price}
          onValueChange={setPrice}
          decimals={row.full_cou}
          step={row.tick_size}
          min={row.tick_size}
          unit="USDT"
        />
      )}
      <NumberField
        label={text('trade.form.amount')}
        value={quantity}
        onValueChange={setTyped}
        decimals={0}
        step="1"
        unit={text('trade.contract.unit')}
        description={`${text('trade.contract.closable')} ${format.quantity(String(most), 0)}`}
        error={problem}
      />
      <PercentSlider
        label={text('trade.form.share')}
        value={most === 0 ? 0 : Math.min(100, Math.round((lots * 100) / most))}
        onValueChange={(percent) => setTyped(String(Math.floor((most * percent) / 100)))}
        disabled={most === 0}
      />
      <CloseSums preview={preview} row={row} byBook={isMarket} />
      <ActMessage
        phase={order.act.phase}
        error={order.act.error}
        obstacle={bookShort(preview?.filled, isWhole && problem === undefined ? lots : 0)}
      />
    </ConfirmDialog>
  );
}
