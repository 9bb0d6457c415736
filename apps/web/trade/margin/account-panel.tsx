import type { MarginAccountRow } from '@candor/contract';
import {
  Cell,
  CoinIcon,
  Detail,
  DetailList,
  EmptyState,
  HeadCell,
  Row,
  Select,
  Table,
  TableBody,
  TableHead,
  TableMessage,
  toasts,
  useFormatters,
} from '@candor/ui';
import { useIntl } from 'react-intl';
import { wordsOf } from '../../app/error-words.ts';
import type { TradeMarket } from '../page/trade-market.ts';
import type { MarginChoice } from './margin-account.ts';
import { RiskRate, StandingText } from './standing.tsx';
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
      label={intl.formatMessage({ id: 'trade.contract.leverage' })}
      variant="plain"
      value={String(account.leverage)}
      disabled={set.isPending}
      onValueChange={(leverage) =>
        set.mutate(Number(leverage), { onError: (error) => toasts.refused(wordsOf(intl, error)) })
      }
      options={times.map((value) => ({
        value,
        label: intl.formatMessage({ id: 'trade.contract.times' }, { leverage: value }),
      }))}
    />
  );
}

function Borrowable({ choice, coin }: { readonly choice: MarginChoice; readonly coin: string }) {
  const intl = useIntl();
  const format = useFormatters();
  const can = useCanBorrow(choice, coin);
  return (
    <Detail label={intl.formatMessage({ id: 'trade.margin.canBorrowOf' }, { coin })}>
      <span className="flex flex-col items-end">
        <span>{format.quantity(can.data?.canBorrow ?? null)}</span>
        <span className="text-12 text-ink-3">
          {intl.formatMessage(
            { id: 'trade.margin.perHour' },
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
  const text = (id: string) => intl.formatMessage({ id });
  const value = (amount: string | null) => `${format.quantity(amount, 2)} ${account.valueCoin}`;
  const amount = (figure: string) => format.quantity(figure);
  return (
    <div className="h-full overflow-y-auto">
      <div className="grid gap-x-10 gap-y-3 p-4 md:grid-cols-3">
        <div className="flex flex-col gap-2">
          <DetailList>
            <Detail label={text('trade.margin.risk')}>
              <RiskRate account={account} />
            </Detail>
            <Detail label={text('trade.margin.callAt')}>{format.price(account.callRisk)}</Detail>
            <Detail label={text('trade.margin.liquidationAt')}>
              {format.price(account.liquidationRisk)}
            </Detail>
          </DetailList>
          <StandingText account={account} />
        </div>
        <DetailList>
          <Detail label={text('trade.margin.collateral')}>{value(account.collateral)}</Detail>
          <Detail label={text('trade.margin.debt')}>{value(account.debt)}</Detail>
          <Detail label={text('trade.contract.leverage')}>
            {choice.symbol === null ? (
              intl.formatMessage({ id: 'trade.contract.times' }, { leverage: account.leverage })
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
      <Table label={text('trade.margin.account')} inset stacks>
        <TableHead>
          <HeadCell>{text('trade.assets.coin')}</HeadCell>
          <HeadCell figure>{text('trade.assets.available')}</HeadCell>
          <HeadCell figure>{text('trade.assets.held')}</HeadCell>
          <HeadCell figure>{text('trade.margin.borrowed')}</HeadCell>
          <HeadCell figure>{text('trade.margin.interest')}</HeadCell>
          <HeadCell figure>{text('trade.margin.net')}</HeadCell>
        </TableHead>
        <TableBody>
          {account.assets.length === 0 && (
            <TableMessage columns={6}>
              <EmptyState title={text('trade.assets.none')} text={text('trade.assets.noneText')} />
            </TableMessage>
          )}
          {account.assets.map((row) => {
            const loan = account.loans.find(({ coin }) => coin === row.coin);
            return (
              <Row key={row.coin}>
                <Cell name={text('trade.assets.coin')}>
                  <span className="inline-flex items-center gap-2">
                    <CoinIcon coin={row.coin} size="small" />
                    {row.coin}
                  </span>
                </Cell>
                <Cell name={text('trade.assets.available')} figure>
                  {amount(row.available)}
                </Cell>
                <Cell name={text('trade.assets.held')} figure tone="quiet">
                  {amount(row.frozen)}
                </Cell>
                <Cell name={text('trade.margin.borrowed')} figure>
                  {amount(loan?.principal ?? '0')}
                </Cell>
                <Cell name={text('trade.margin.interest')} figure tone="quiet">
                  {amount(loan?.interest ?? '0')}
                </Cell>
                <Cell name={text('trade.margin.net')} figure>
                  {amount(row.net)}
                </Cell>
              </Row>
            );
          })}
        </TableBody>
      </Table>
    </div>
  );
}
