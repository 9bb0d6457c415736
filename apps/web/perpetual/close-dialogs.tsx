import type { ContractMarketRow, PositionRow } from '@candor/api';
import { decimalOf, isPositiveNumber } from '@candor/i18n';
import {
  ActDialog,
  ActMessage,
  type ActPhase,
  ConfirmDialog,
  Detail,
  DetailList,
  FormField,
  NumberField,
  PercentSlider,
  SegmentedControl,
  useFormatters,
  useText,
} from '@candor/ui';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useFeeRates } from '../data/index.ts';
import type { Asked } from '../trade/ask/use-asked.ts';
import { type PerpetualPreview, perpetualPreview } from './perpetual-preview.ts';
import type { OpenPerpetuals } from './perpetual-terms.ts';
import { closableBeside } from './position-preview.ts';
import { SignedAmount } from './signed-amount.tsx';
import { useBookSide } from './use-book-side.ts';
import { useCloseOrder } from './use-position-acts.ts';

/** A position that a dialog is about, with its contract and all that stands beside it. */
export interface PositionActProps {
  readonly onOpenChange: (open: boolean) => void;
  readonly position: PositionRow;
  readonly row: ContractMarketRow;
  readonly contracts: OpenPerpetuals;
  readonly name: string;
}

/** Progress of the act of a dialog. */
export interface DialogAct {
  readonly isPending: boolean;
  readonly phase: ActPhase | null;
  readonly error: unknown;
}

/** The contract at the fees that the user pays. */
export function useChargedRow(row: ContractMarketRow): ContractMarketRow {
  const rates = useFeeRates();
  return {
    ...row,
    taker_fee_percent: rates?.perpetualTakerPercent ?? row.taker_fee_percent,
    maker_fee_percent: rates?.perpetualMakerPercent ?? row.maker_fee_percent,
  };
}

/** The effect of closing: at which price, with what profit and fee, and what remains. */
function CloseSums({ preview, row, byBook }: CloseSumsProps) {
  const intl = useIntl();
  const format = useFormatters();
  const text = useText();
  const usdt = (amount: string | undefined) =>
    amount === undefined ? format.quantity(null) : `${format.quantity(amount)} USDT`;
  return (
    <DetailList>
      {byBook && (
        <Detail label={text('perpetual.averageAbout')}>
          {format.price(preview?.averagePrice ?? null, row.full_cou)}
        </Detail>
      )}
      <Detail label={text('perpetual.realised')}>
        {preview?.realised == null ? (
          format.quantity(null)
        ) : (
          <>
            <SignedAmount amount={preview.realised} decimals={4} /> USDT
          </>
        )}
      </Detail>
      <Detail
        label={intl.formatMessage({ id: 'perpetual.fee' }, { rate: format.percent(row.taker_fee_percent) })}
      >
        {usdt(preview?.fee)}
      </Detail>
      <Detail label={text('perpetual.liquidationRest')}>
        {format.price(preview?.liquidationPrice ?? null, row.full_cou)}
      </Detail>
    </DetailList>
  );
}

/** Returns the message for a book with less than the requested amount, or null if it has enough or is unknown. */
export function useBookShort(): (filled: number | undefined, asked: number) => string | null {
  const intl = useIntl();
  return (filled, asked) =>
    filled === undefined || filled >= asked
      ? null
      : intl.formatMessage({ id: 'perpetual.bookShort' }, { count: filled });
}

interface CloseSumsProps {
  readonly preview: PerpetualPreview | null;
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
  const row = useChargedRow(listed);
  const bookShort = useBookShort();
  const book = useBookSide(row, position.positionSide === 'long' ? -1 : 1);
  const { openInterest: quantity } = position;
  const draft = { ...closingDraft(position), price: '', quantity };
  const preview = book === undefined ? null : perpetualPreview(row, { ...draft, book }, contracts);
  return (
    <ConfirmDialog
      open
      onOpenChange={onOpenChange}
      title={intl.formatMessage({ id: 'perpetual.closeMarketTitle' }, { name })}
      dismiss={intl.formatMessage({ id: 'perpetual.dismiss' })}
      confirm={intl.formatMessage({
        id: `perpetual.direction.${position.positionSide === 'long' ? 3 : 4}`,
      })}
      variant={position.positionSide === 'long' ? 'sell' : 'buy'}
      loading={act.isPending}
      onConfirm={onConfirm}
      unasked={asked.unasked}
    >
      <DetailList>
        <Detail label={intl.formatMessage({ id: `perpetual.side.${position.positionSide}` })} strong>
          {intl.formatMessage({ id: 'perpetual.stop.part' }, { count: Number(quantity) })}
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
  const text = useText();
  const book = useBookSide(row, position.positionSide === 'long' ? -1 : 1);
  const [kind, setKind] = useState<'limit' | 'market'>('limit');
  const mostOf = (of: typeof kind) =>
    of === 'limit' ? closableBeside(position, contracts.orders) : Number(position.openInterest);
  const most = mostOf(kind);
  const act = useCloseOrder(position, kind, mostOf('limit'), () => onOpenChange(false));
  const { price, quantity } = act.form.watch();
  const lots = isPositiveNumber(quantity) ? Number(quantity) : 0;
  const draft = { ...closingDraft(position), price: decimalOf(price), quantity: decimalOf(quantity) };
  const isMarket = kind === 'market';
  const choose = (next: typeof kind) => {
    setKind(next);
    // all that can be closed stands there until somebody types
    if (quantity === String(most)) act.form.setValue('quantity', String(mostOf(next)));
  };
  const setLots = (count: number) => act.form.setValue('quantity', String(count));
  const preview =
    book === undefined
      ? null
      : perpetualPreview(row, { ...draft, ...(isMarket ? { book } : { crossed: book }) }, contracts);
  const isWhole = Number.isSafeInteger(lots) && lots > 0;
  const problem =
    lots > most ? intl.formatMessage({ id: 'perpetual.problem.closable' }, { count: most }) : undefined;
  return (
    <ActDialog
      act={act}
      onOpenChange={onOpenChange}
      title={intl.formatMessage({ id: 'perpetual.closeTitle' }, { name })}
      dismiss={text('perpetual.dismiss')}
      submit={text(`perpetual.direction.${position.positionSide === 'long' ? 3 : 4}`)}
      variant={position.positionSide === 'long' ? 'sell' : 'buy'}
      disabled={!isWhole || problem !== undefined || (!isMarket && !isPositiveNumber(price))}
      notice={bookShort(preview?.filled, isWhole && problem === undefined ? lots : 0)}
    >
      <SegmentedControl
        label={text('trade.form.type')}
        value={kind}
        onValueChange={choose}
        segments={[
          { value: 'limit', label: text('trade.form.limit') },
          { value: 'market', label: text('trade.form.market') },
        ]}
      />
      {!isMarket && (
        <FormField act={act} name="price" prompt="ui.required.price">
          {(field) => (
            <NumberField
              {...field}
              label={text('trade.form.price')}
              decimals={row.full_cou}
              step={row.tick_size}
              min={row.tick_size}
              unit="USDT"
            />
          )}
        </FormField>
      )}
      <FormField act={act} name="quantity" prompt="ui.required.amount">
        {({ error, ...field }) => (
          <NumberField
            {...field}
            label={text('trade.form.amount')}
            decimals={0}
            step="1"
            unit={text('perpetual.unit')}
            description={`${text('perpetual.closable')} ${format.quantity(String(most), 0)}`}
            error={problem ?? error}
          />
        )}
      </FormField>
      <PercentSlider
        label={text('trade.form.share')}
        value={most === 0 ? 0 : Math.min(100, Math.round((lots * 100) / most))}
        onValueChange={(percent) => setLots(Math.floor((most * percent) / 100))}
        disabled={most === 0}
      />
      <CloseSums preview={preview} row={row} byBook={isMarket} />
    </ActDialog>
  );
}
