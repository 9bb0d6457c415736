import { Detail, DetailList, useFormatters, useText } from '@candor/ui';
import { useIntl } from 'react-intl';
import { FeesLink } from '../common/fees-link.tsx';
import type { PerpetualMarket } from './perpetual-market.ts';
import type { PerpetualPreview } from './perpetual-preview.ts';
import { SignedAmount } from './signed-amount.tsx';

export interface PerpetualSumsProps {
  readonly market: PerpetualMarket;
  readonly action: 'open' | 'close';
  readonly preview: PerpetualPreview | null;
  /** Amount available to new orders, in USDT; null while it is not known. */
  readonly available: string | null;
  readonly takerFeePercent: string;
  /** Fee of a liquidation instead of it, in percent of the value that is closed. */
  readonly liquidationFeePercent: string;
  /** Number of contracts that can be closed; null while that is not known. */
  readonly closable: number | null;
  /** The figures are of what the book gives now. */
  readonly byBook: boolean;
}

/** Shows the cost, profit and risk of an order. */
export function PerpetualSums(props: PerpetualSumsProps) {
  const { market, action, preview, available, takerFeePercent, liquidationFeePercent } = props;
  const { closable, byBook } = props;
  const intl = useIntl();
  const format = useFormatters();
  const text = useText();
  const usdt = (amount: string | undefined) =>
    amount === undefined ? format.quantity(null) : `${format.quantity(amount)} USDT`;
  const realised = preview?.realised ?? null;
  return (
    <DetailList className="gap-2" steady>
      <Detail label={text('trade.form.available')}>{usdt(available ?? undefined)}</Detail>
      {action === 'close' && (
        <Detail label={text('perpetual.closable')}>
          {closable === null ? format.quantity(null) : text('perpetual.stop.part', { count: closable })}
        </Detail>
      )}
      {byBook && (
        <Detail label={text('perpetual.averageAbout')}>
          {format.price(preview?.averagePrice ?? null, market.priceDecimals)}
        </Detail>
      )}
      <Detail label={text('perpetual.value')}>{usdt(preview?.value)}</Detail>
      <Detail
        label={
          <FeesLink>
            {intl.formatMessage({ id: 'perpetual.fee' }, { rate: format.percent(takerFeePercent) })}
          </FeesLink>
        }
      >
        {usdt(preview?.fee)}
      </Detail>
      <Detail label={text('perpetual.realised')}>
        {realised === null ? (
          format.quantity(null)
        ) : (
          <>
            <SignedAmount amount={realised} decimals={4} /> USDT
          </>
        )}
      </Detail>
      {action === 'open' && (
        <Detail label={text('perpetual.cost')} strong>
          {usdt(preview?.cost)}
        </Detail>
      )}
      <Detail label={<FeesLink>{text('perpetual.liquidationFee')}</FeesLink>}>
        {format.percent(liquidationFeePercent)}
      </Detail>
      <Detail label={text('perpetual.liquidation')}>
        {format.price(preview?.liquidationPrice ?? null, market.priceDecimals)}
      </Detail>
    </DetailList>
  );
}
