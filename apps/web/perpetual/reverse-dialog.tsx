import { ActMessage, ConfirmDialog, Detail, DetailList, useFormatters, useText } from '@candor/ui';
import { useIntl } from 'react-intl';
import type { Asked } from '../trade/ask/use-asked.ts';
import { units, usdtText } from '../trade/draft/contract-terms.ts';
import { type DialogAct, type PositionActProps, useBookShort, useChargedRow } from './close-dialogs.tsx';
import { FigureChange } from './figure-change.tsx';
import { reversePreview } from './position-preview.ts';
import { SignedAmount } from './signed-amount.tsx';
import { useBookSide } from './use-book-side.ts';

export interface ReverseDialogProps extends PositionActProps {
  readonly asked: Asked;
  readonly act: DialogAct;
  readonly onConfirm: () => void;
}

/** Asks before a position is turned around, with what closes, what opens and where that would be liquidated. */
export function ReverseDialog(props: ReverseDialogProps) {
  const { onOpenChange, position, row: listed, contracts, name, asked, act, onConfirm } = props;
  const intl = useIntl();
  const format = useFormatters();
  const row = useChargedRow(listed);
  const book = useBookSide(row, position.positionSide === 'long' ? -1 : 1);
  const preview = book === undefined ? null : reversePreview(row, position, contracts, book);
  const text = useText();
  const other = position.positionSide === 'long' ? 'short' : 'long';
  const price = (value: string | null | undefined) => format.price(value ?? null, row.full_cou);
  const sized = (side: 'long' | 'short', lots: number | undefined) =>
    `${text(`perpetual.side.${side}`)} ${format.quantity(lots === undefined ? null : String(lots), 0)}`;
  const bookShort = useBookShort();
  const hasStops = contracts.stops.some(({ positionId }) => positionId === position.id);
  // The close is filled first; the book is short if the open on the other side is not filled completely.
  const turned = preview === null ? undefined : preview.closed.filled + preview.opened.filled;
  const missing =
    preview === null || preview.missing === null
      ? null
      : intl.formatMessage({ id: 'perpetual.reverseMissing' }, { amount: format.quantity(preview.missing) });
  return (
    <ConfirmDialog
      open
      onOpenChange={onOpenChange}
      title={intl.formatMessage({ id: 'perpetual.reverseTitle' }, { name })}
      description={text('perpetual.reverseText')}
      dismiss={text('perpetual.dismiss')}
      confirm={text('perpetual.reverse')}
      variant={other === 'long' ? 'buy' : 'sell'}
      loading={act.isPending}
      disabled={preview !== null && preview.missing !== null}
      onConfirm={onConfirm}
      unasked={asked.unasked}
    >
      <DetailList>
        <Detail label={text('perpetual.reverseClosed')}>
          {sized(position.positionSide, preview?.closed.filled)}
        </Detail>
        <Detail label={text('perpetual.reverseOpened')} strong>
          {sized(other, preview?.opened.filled)}
        </Detail>
        <Detail label={text('perpetual.averageClosing')}>{price(preview?.closed.averagePrice)}</Detail>
        <Detail label={text('perpetual.averageOpening')}>{price(preview?.opened.averagePrice)}</Detail>
        <Detail label={text('perpetual.realised')}>
          <SignedAmount amount={preview?.closed.realised ?? null} decimals={4} /> USDT
        </Detail>
        <Detail
          label={intl.formatMessage({ id: 'perpetual.fee' }, { rate: format.percent(row.taker_fee_percent) })}
        >
          {format.quantity(
            preview === null ? null : usdtText(units(preview.closed.fee) + units(preview.opened.fee)),
          )}{' '}
          USDT
        </Detail>
        <Detail label={text('perpetual.liquidation')}>
          <FigureChange
            before={price(position.expectedLiquidationPrice)}
            after={price(preview?.opened.liquidationPrice)}
          />
        </Detail>
      </DetailList>
      {hasStops && <p className="text-13 text-warn">{text('perpetual.reverseStops')}</p>}
      <ActMessage
        phase={act.phase}
        error={act.error}
        problem={missing}
        obstacle={bookShort(turned, 2 * Number(position.openInterest))}
      />
    </ConfirmDialog>
  );
}
