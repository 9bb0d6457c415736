import type { SideEffectType } from '@candor/contract';
import { Detail, DetailList, Select, Skeleton, useFormatters } from '@candor/ui';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { wordsOf } from '../../app/error-words.ts';
import { useSignedIn } from '../../data/index.ts';
import { OrderForm } from '../form/order-form.tsx';
import { useDraft } from '../page/draft-store.ts';
import type { TradeMarket } from '../page/trade-market.ts';
import { availableOf, type MarginChoice, standingOf } from './margin-account.ts';
import { MarginActs } from './margin-acts.tsx';
import { RiskRate, StandingText } from './standing.tsx';
import { useCanBorrow, useMarginAccount } from './use-margin.ts';

const EFFECTS = ['normal', 'autoBorrow', 'autoRepay'] as const;

export interface MarginFormProps {
  readonly market: TradeMarket;
  readonly choice: MarginChoice;
  readonly onPlaced?: () => void;
}

/** How a margin account stands, what can be done with it, and the form of an order from it. */
export function MarginForm({ market, choice, onPlaced }: MarginFormProps) {
  const intl = useIntl();
  const format = useFormatters();
  const signedIn = useSignedIn();
  const { account, error } = useMarginAccount(choice);
  const [effect, setEffect] = useState<SideEffectType>('normal');
  const { side } = useDraft();
  const paid = side === 'buy' ? market.quote : market.base;
  const can = useCanBorrow(choice, paid, effect === 'autoBorrow');
  const text = (id: string) => intl.formatMessage({ id });
  const canBorrow = effect === 'autoBorrow' ? (can.data?.canBorrow ?? '0') : '0';
  return (
    <div className="flex flex-col gap-3">
      {signedIn && account === undefined && error === null && <Skeleton className="h-24 w-full" />}
      {error !== null && account === undefined && (
        <p role="alert" className="text-13 text-warn">
          {wordsOf(intl, error)}
        </p>
      )}
      {account !== undefined && (
        <section aria-label={text('trade.margin.account')} className="flex flex-col gap-2 border-b pb-3">
          <DetailList>
            <Detail label={text('trade.margin.risk')}>
              <RiskRate account={account} />
            </Detail>
            <Detail label={text('trade.margin.debt')}>
              {`${format.quantity(account.debt, 2)} ${account.valueCoin}`}
            </Detail>
          </DetailList>
          {standingOf(account) !== 'none' && <StandingText account={account} />}
          <MarginActs choice={choice} account={account} market={market} />
        </section>
      )}
      <OrderForm
        market={market}
        {...(onPlaced === undefined ? {} : { onPlaced })}
        margin={{
          kind: choice.kind,
          effect,
          canBorrow,
          available:
            account === undefined
              ? null
              : { base: availableOf(account, market.base), quote: availableOf(account, market.quote) },
          choiceOfEffect: (
            <Select
              label={text('trade.margin.effect')}
              value={effect}
              onValueChange={setEffect}
              options={EFFECTS.map((value) => ({ value, label: text(`trade.margin.effect.${value}`) }))}
            />
          ),
        }}
      />
    </div>
  );
}
