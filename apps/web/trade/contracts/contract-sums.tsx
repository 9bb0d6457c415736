import { Detail, DetailList, useFormatters } from '@candor/ui';
import { useIntl } from 'react-intl';
import { FeesLink } from '../../fees/fees-link.tsx';
import type { ContractMarket } from './contract-market.ts';
import type { ContractPreview } from './contract-preview.ts';
import { SignedAmount } from './signed-amount.tsx';

export interface ContractSumsProps {
  readonly market: ContractMarket;
  readonly action: 'open' | 'close';
  readonly preview: ContractPreview | null;
  /** What new orders may use, in USDT; null while it is not known. */
  readonly available: string | null;
  readonly takerFeePercent: string;
  /** How many contracts can be closed; null while that is not known. */
  readonly closable: number | null;
  /** The figures are of what the book gives now. */
  readonly byBook: boolean;
}

/** What an order would cost, win and risk. */
export function ContractSums(props: ContractSumsProps) {
  const { market, action, preview, available, takerFeePercent, closable, byBook } = props;
  const intl = useIntl();
  const format = useFormatters();
  const text = (id: string) => intl.formatMessage({ id });
  const usdt = (amount: string | undefined) =>
    amount === undefined ? format.quantity(null) : `${format.quantity(amount)} USDT`;
  const realised = preview?.realised ?? null;
  return (
    <DetailList className="gap-2" steady>
      <Detail label={text('trade.form.available')}>{usdt(available ?? undefined)}</Detail>
      {action === 'close' && (
        <Detail label={text('trade.contract.closable')}>
          {closable === null
            ? format.quantity(null)
            : `${format.quantity(String(closable), 0)} ${market.sizeUnit}`}
        </Detail>
      )}
      {byBook && (
        <Detail label={text('trade.contract.averageAbout')}>
          {format.price(preview?.averagePrice ?? null, market.priceDecimals)}
        </Detail>
      )}
      <Detail label={text('trade.contract.value')}>{usdt(preview?.value)}</Detail>
      <Detail
        label={
          <FeesLink>
            {intl.formatMessage({ id: 'trade.contract.fee' }, { rate: format.percent(takerFeePercent) })}
          </FeesLink>
        }
      >
        {usdt(preview?.fee)}
      </Detail>
      <Detail label={text('trade.contract.realised')}>
        {realised === null ? (
          format.quantity(null)
        ) : (
          <>
            <SignedAmount amount={realised} /> USDT
          </>
        )}
      </Detail>
      {action === 'open' && (
        <Detail label={text('trade.contract.cost')} strong>
          {usdt(preview?.cost)}
        </Detail>
      )}
      <Detail label={text('trade.contract.liquidation')}>
        {format.price(preview?.liquidationPrice ?? null, market.priceDecimals)}
      </Detail>
    </DetailList>
  );
}
