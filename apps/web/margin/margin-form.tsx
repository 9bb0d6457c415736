import type { SideEffectType } from '@candor/api';
import { Detail, DetailList, Loaded, Select, Skeleton, useFormatters, useText } from '@candor/ui';
import { useSignedIn } from '../data/index.ts';
import { useDraft, useTicketState } from '../trade/draft/draft-store.ts';
import { OrderForm } from '../trade/form/order-form.tsx';
import type { TradeMarket } from '../trade/market/trade-market.ts';
import { availableOf, type MarginChoice, riskLevelOf } from './margin-account.ts';
import { MarginActs } from './margin-acts.tsx';
import { RiskRate, useMarginWarning } from './risk-level.tsx';
import { useCanBorrow, useMarginAccount } from './use-margin.ts';

const EFFECTS = ['normal', 'autoBorrow', 'autoRepay'] as const;

export interface MarginFormProps {
  readonly market: TradeMarket;
  readonly choice: MarginChoice;
  readonly onPlaced?: () => void;
}

/** State of a margin account, what can be done with it, and the form of an order from it. */
export function MarginForm({ market, choice, onPlaced }: MarginFormProps) {
  const format = useFormatters();
  const signedIn = useSignedIn();
  const query = useMarginAccount(choice);
  const { account } = query;
  const [effect, setEffect] = useTicketState<SideEffectType>(`effect of ${choice.kind}`, 'normal');
  const { side } = useDraft();
  const paid = side === 'buy' ? market.quote : market.base;
  const can = useCanBorrow(choice, paid, effect === 'autoBorrow');
  const text = useText();
  const warning = useMarginWarning();
  const canBorrow = effect === 'autoBorrow' ? (can.data?.canBorrow ?? '0') : '0';
  return (
    <div className="flex flex-col gap-3 low:gap-2">
      {signedIn && (
        <Loaded query={query} data={account} skeleton={<Skeleton className="h-24 w-full" />}>
          {(known) => (
            <section
              aria-label={text('margin.account')}
              className="flex flex-col gap-2 border-b pb-3 low:gap-1 low:pb-1"
            >
              <DetailList className="low:flex-row low:flex-wrap low:justify-between low:gap-x-4 low:[&>div]:gap-2 low:[&_dt]:min-w-0">
                <Detail label={text('margin.risk')}>
                  <RiskRate account={known} />
                </Detail>
                {/* the word beside the margin level says so already, and the line would cover the sums in German */}
                {riskLevelOf(known) !== 'none' && (
                  <Detail label={text('margin.debt')}>
                    {`${format.quantity(known.debt, 2)} ${known.valueCoin}`}
                  </Detail>
                )}
              </DetailList>
              <MarginActs choice={choice} account={known} market={market} />
            </section>
          )}
        </Loaded>
      )}
      <OrderForm
        market={market}
        {...(onPlaced === undefined ? {} : { onPlaced })}
        margin={{
          kind: choice.kind,
          effect,
          canBorrow,
          warning: account === undefined ? null : warning(account),
          hourlyPercent: effect === 'autoBorrow' ? (can.data?.hourlyRate ?? null) : null,
          available:
            account === undefined
              ? null
              : { base: availableOf(account, market.base), quote: availableOf(account, market.quote) },
          choiceOfEffect: (
            <div className="flex items-center justify-between gap-3 compact:-my-1">
              {/* a second line would push the sums below the button */}
              <span aria-hidden="true" className="min-w-0 truncate text-13 text-ink-2">
                {text('margin.effect')}
              </span>
              <Select
                variant="plain"
                label={text('margin.effect')}
                value={effect}
                onValueChange={setEffect}
                options={EFFECTS.map((value) => ({ value, label: text(`margin.effect.${value}`) }))}
              />
            </div>
          ),
        }}
      />
    </div>
  );
}
