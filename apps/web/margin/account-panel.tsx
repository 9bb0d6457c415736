import type { MarginAccountRow } from '@candor/api';
import { CoinIcon, DataTable, Detail, DetailList, Select, toasts, useFormatters, useText } from '@candor/ui';
import { useIntl } from 'react-intl';
import { wordsOf } from '../common/error-words.ts';
import { useMasked } from '../common/eye.tsx';
import type { TradeMarket } from '../trade/market/trade-market.ts';
import type { MarginChoice } from './margin-account.ts';
import { RiskLevelText, RiskRate } from './risk-level.tsx';
import { useCanBorrow, useSetMarginLeverage } from './use-margin.ts';

const LEAST_LEVERAGE = 2;

function Leverage({ account, symbol }: { readonly account: MarginAccountRow; readonly symbol: string }) {
  const intl = useIntl();
  const set = useSetMarginLeverage(symbol);
  const times = Array.from({ length: account.maxLeverage - LEAST_LEVERAGE + 1 }, (_, i) =>
    String(i + LEAST_LEVERAGE),
  );
  return (
    <Select
      label={intl.formatMessage({ id: 'perpetual.leverage' })}
      variant="plain"
      value={String(account.leverage)}
      disabled={set.isPending}
      onValueChange={(leverage) =>
        set.mutate(Number(leverage), { onError: (error) => toasts.refused(wordsOf(intl, error)) })
      }
      options={times.map((value) => ({
        value,
        label: intl.formatMessage({ id: 'perpetual.times' }, { leverage: value }),
      }))}
    />
  );
}

function Borrowable({ choice, coin }: { readonly choice: MarginChoice; readonly coin: string }) {
  const intl = useIntl();
  const format = useFormatters();
  const can = useCanBorrow(choice, coin);
  return (
    <Detail label={intl.formatMessage({ id: 'margin.canBorrowOf' }, { coin })}>
      <span className="flex flex-col items-end">
        <span>{format.quantity(can.data?.canBorrow ?? null)}</span>
        <span className="text-12 text-ink-3">
          {intl.formatMessage(
            { id: 'margin.perHour' },
            { rate: format.percent(can.data?.hourlyRate ?? null, 5) },
          )}
        </span>
      </span>
    </Detail>
  );
}

export interface AccountPanelProps {
  readonly choice: MarginChoice;
  readonly account: MarginAccountRow;
  readonly market: TradeMarket;
}

/** All of a margin account: its risk rate and levels, what may be borrowed, and what lies there and is owed. */
export function AccountPanel({ choice, account, market }: AccountPanelProps) {
  const intl = useIntl();
  const format = useFormatters();
  const text = useText();
  const masked = useMasked();
  const value = (amount: string | null) => `${masked(format.quantity(amount, 2))} ${account.valueCoin}`;
  const loanOf = (of: string) => account.loans.find(({ coin }) => coin === of);
  return (
    <div className="h-full overflow-y-auto">
      <div className="grid gap-x-10 gap-y-3 p-4 md:grid-cols-3">
        <div className="flex flex-col gap-2">
          <DetailList>
            <Detail label={text('margin.risk')}>
              <RiskRate account={account} />
            </Detail>
            <Detail label={text('margin.callAt')}>{format.price(account.callRisk)}</Detail>
            <Detail label={text('margin.liquidationAt')}>{format.price(account.liquidationRisk)}</Detail>
          </DetailList>
          <RiskLevelText account={account} />
        </div>
        <DetailList>
          <Detail label={text('margin.collateral')}>{value(account.collateral)}</Detail>
          <Detail label={text('margin.debt')}>{value(account.debt)}</Detail>
          <Detail label={text('perpetual.leverage')}>
            {choice.symbol === null ? (
              intl.formatMessage({ id: 'perpetual.times' }, { leverage: account.leverage })
            ) : (
              <Leverage account={account} symbol={choice.symbol} />
            )}
          </Detail>
        </DetailList>
        <DetailList>
          <Borrowable choice={choice} coin={market.quote} />
          <Borrowable choice={choice} coin={market.base} />
        </DetailList>
      </div>
      <DataTable
        inset
        label={text('margin.account')}
        rows={account.assets}
        rowKey={({ coin }) => coin}
        emptyTitle={text('trade.assets.none')}
        emptyText={text('trade.assets.noneText')}
        columns={[
          {
            head: 'trade.assets.coin',
            card: 'title',
            cell: ({ coin }) => (
              <span className="inline-flex items-center gap-2">
                <CoinIcon coin={coin} size="small" />
                {coin}
              </span>
            ),
          },
          {
            head: 'margin.net',
            kind: 'figure',
            cell: ({ net }) => masked(format.quantity(net)),
          },
          {
            head: 'trade.assets.available',
            kind: 'figure',
            cell: ({ available }) => masked(format.quantity(available)),
          },
          {
            head: 'trade.assets.held',
            kind: 'figure',
            quiet: true,
            cell: ({ frozen }) => masked(format.quantity(frozen)),
          },
          {
            head: 'margin.borrowed',
            kind: 'figure',
            cell: ({ coin }) => masked(format.quantity(loanOf(coin)?.principal ?? '0')),
          },
          {
            head: 'margin.interest',
            kind: 'figure',
            quiet: true,
            cell: ({ coin }) => masked(format.quantity(loanOf(coin)?.interest ?? '0')),
          },
        ]}
      />
    </div>
  );
}
