import { cx, Detail, DetailList, useFormatters, useText } from '@candor/ui';
import { FeesLink } from '../../common/fees-link.tsx';
import { useFeeRates } from '../../data/index.ts';
import type { BookFill } from '../draft/book-fill.ts';
import type { Draft } from '../draft/draft.ts';
import { previewOf } from '../draft/preview.ts';
import type { TradeMarket } from '../market/trade-market.ts';

interface OrderSumsProps {
  readonly market: TradeMarket;
  readonly draft: Draft;
  readonly filled: BookFill | null;
  readonly available: string | null;
  /** The loan of the order, in words; null where it borrows nothing. */
  readonly borrows: string | null;
}

/** Costs of the order: what pays, the fees of which role, and what arrives. */
export function OrderSums({ market, draft, filled, available, borrows }: OrderSumsProps) {
  const text = useText();
  const format = useFormatters();
  const fees = useFeeRates();
  // no fee is stated before the rates are known
  const preview = fees === undefined ? null : previewOf(draft, fees.takerPercent, filled);
  const atOnce = draft.kind === 'market' && draft.wait === null;
  const received = draft.side === 'buy' ? market.base : market.quote;
  const paid = draft.side === 'buy' ? market.quote : market.base;
  const amount = (value: string | undefined) =>
    value === undefined ? format.quantity(null) : `${format.quantity(value)} ${received}`;
  return (
    <DetailList className="gap-2" steady>
      <Detail label={text('trade.form.available')}>
        {available === null ? format.quantity(null) : `${format.quantity(available)} ${paid}`}
      </Detail>
      {borrows !== null && (
        <Detail label={text('margin.borrowedForIt')} wraps>
          {borrows}
        </Detail>
      )}
      {atOnce && (
        <>
          <Detail label={text('perpetual.averageAbout')}>
            {format.price(filled?.averagePrice || null, market.priceDecimals)}
          </Detail>
          <Detail label={text('perpetual.bookHas')}>
            <span className={cx(filled?.isShort === true && 'text-warn')}>
              {filled === null ? format.quantity(null) : `${format.quantity(filled.quantity)} ${market.base}`}
            </span>
          </Detail>
        </>
      )}
      {/* two lines: rates beside an amount would wrap, and move the button */}
      <Detail label={<FeesLink>{text('trade.form.feeRates')}</FeesLink>}>
        {`${format.percent(fees?.makerPercent ?? null)} / ${format.percent(fees?.takerPercent ?? null)}`}
      </Detail>
      <Detail label={text(draft.wait === null ? 'trade.form.fee' : 'trade.form.feeAbout')}>
        {amount(draft.wait === null ? (preview?.maxFee ?? undefined) : preview?.fee)}
      </Detail>
      <Detail label={text('trade.form.safetyFund')}>{amount(preview?.safetyFund)}</Detail>
      <Detail label={text('trade.form.receive')} strong>
        {amount(preview?.receive)}
      </Detail>
    </DetailList>
  );
}
