import type { SecondRow } from '@candor/contract';
import {
  Cell,
  EmptyState,
  HeadCell,
  Row,
  SkeletonRows,
  Table,
  TableBody,
  TableHead,
  TableMessage,
  useFormatters,
} from '@candor/ui';
import { useIntl } from 'react-intl';
import { Countdown } from '../../app/countdown.tsx';
import { PHONE, useMediaQuery } from '../../app/use-media-query.ts';
import { useOpenSeconds, useTicker } from '../../data/index.ts';
import { useMarketNames } from '../orders/market-names.ts';
import { liveSecond } from './live-second.ts';
import { SecondCard } from './second-card.tsx';
import { periodText, profitClass, signed } from './second-words.ts';

const columns = ['text', 'text', 'figure', 'figure', 'figure', 'figure', 'figure'] as const;

function OpenLine({ contract: told }: { readonly contract: SecondRow }) {
  const contract = liveSecond(told, useTicker(told.symbol)?.index);
  const intl = useIntl();
  const format = useFormatters();
  const { priceDecimals } = useMarketNames()(contract.symbol);
  const { profitLoss } = contract;
  return (
    <Row>
      <Cell>{contract.symbol_name}</Cell>
      <Cell className="whitespace-nowrap">
        <span className={contract.side === 'up' ? 'text-up' : 'text-down'}>
          {intl.formatMessage({ id: `trade.sec.${contract.side}` })}
        </span>{' '}
        {periodText(intl, contract.periodSeconds)}
      </Cell>
      <Cell figure>{`${format.count(contract.quantity)} ${contract.coin}`}</Cell>
      <Cell figure>{format.price(contract.openPrice, priceDecimals)}</Cell>
      <Cell figure>{format.price(contract.currentPrice, priceDecimals)}</Cell>
      <Cell figure className={profitClass(profitLoss)}>
        {profitLoss === null ? '–' : `${signed(profitLoss, format.quantity(profitLoss))} ${contract.coin}`}
      </Cell>
      <Cell figure className="whitespace-nowrap">
        <Remaining contract={contract} />
      </Cell>
    </Row>
  );
}

/** How long a contract still runs, or what is done with it now. */
function Remaining({ contract }: { readonly contract: SecondRow }) {
  const intl = useIntl();
  return contract.status === 'countdown' ? (
    <span className="font-semibold figure">
      <Countdown untilMs={contract.closeTime} />
    </span>
  ) : (
    <span className="text-ink-3">{intl.formatMessage({ id: `trade.sec.status.${contract.status}` })}</span>
  );
}

/** The user's open contracts with their countdowns. */
export function OpenSeconds() {
  const phone = useMediaQuery(PHONE);
  return phone ? <OpenCards /> : <OpenTable />;
}

function OpenCards() {
  const intl = useIntl();
  const contracts = useOpenSeconds();
  const text = (id: string) => intl.formatMessage({ id });
  if (contracts?.length === 0) {
    return <EmptyState title={text('trade.sec.none')} text={text('trade.sec.noneText')} />;
  }
  return (
    <ul className="divide-y">
      {contracts?.map((contract) => (
        <OpenCard key={contract.id} contract={contract} />
      ))}
    </ul>
  );
}

function OpenCard({ contract: told }: { readonly contract: SecondRow }) {
  const intl = useIntl();
  const contract = liveSecond(told, useTicker(told.symbol)?.index);
  return (
    <SecondCard
      contract={contract}
      aside={<Remaining contract={contract} />}
      endPrice={contract.currentPrice}
      endLabel={intl.formatMessage({ id: 'trade.sec.currentPrice' })}
    />
  );
}

function OpenTable() {
  const intl = useIntl();
  const contracts = useOpenSeconds();
  const text = (id: string) => intl.formatMessage({ id });
  return (
    <Table label={text('trade.sec.open')} inset className="h-full">
      <TableHead>
        <HeadCell>{text('trade.orders.market')}</HeadCell>
        <HeadCell>{text('trade.sec.direction')}</HeadCell>
        <HeadCell figure>{text('trade.sec.quantity')}</HeadCell>
        <HeadCell figure>{text('trade.sec.openPrice')}</HeadCell>
        <HeadCell figure>{text('trade.sec.currentPrice')}</HeadCell>
        <HeadCell figure>{text('trade.sec.profitLoss')}</HeadCell>
        <HeadCell figure>{text('trade.sec.countdown')}</HeadCell>
      </TableHead>
      <TableBody busy={contracts === null}>
        {contracts === null && <SkeletonRows rows={2} columns={columns} />}
        {contracts?.length === 0 && (
          <TableMessage columns={columns.length}>
            <EmptyState title={text('trade.sec.none')} text={text('trade.sec.noneText')} />
          </TableMessage>
        )}
        {contracts?.map((contract) => (
          <OpenLine key={contract.id} contract={contract} />
        ))}
      </TableBody>
    </Table>
  );
}
