import type { MarketRow } from '@candor/contract';
import {
  Cell,
  Change,
  cx,
  EmptyState,
  ErrorState,
  HeadCell,
  linkClass,
  loneLinkClass,
  Row,
  rowLinkClass,
  SkeletonRows,
  Tab,
  TabList,
  Table,
  TableBody,
  TableHead,
  TableMessage,
  TabPanel,
  Tabs,
  useFormatters,
} from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { memo, useMemo, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { wordsOf } from '../app/error-words.ts';
import { useFeedStatus, useMarkets } from '../data/index.ts';
import {
  CoinName,
  LastPrice,
  PriceOverChange,
  tradeLink,
  useLiveFigures,
  WeekSparkline,
} from '../markets/market-cells.tsx';
import { hottest } from '../markets/rank.ts';

const SHOWN = 8;
const COLUMNS = 7;
const tabs = ['hot', 'currencies', 'gold'] as const;
const figureCell = 'max-sm:hidden';

const HotRow = memo(function HotRow({ market, dimmed }: { market: MarketRow; dimmed: boolean }) {
  const intl = useIntl();
  const formatters = useFormatters();
  const figures = useLiveFigures(market);
  return (
    <Row pressable dimmed={dimmed}>
      <Cell className="max-sm:h-16!">
        <CoinName market={market} />
      </Cell>
      <Cell figure className="sm:hidden">
        <WeekSparkline market={market} width={72} />
      </Cell>
      <Cell figure className="pe-0! sm:hidden">
        <PriceOverChange market={market} figures={figures} />
      </Cell>
      <Cell figure className={cx(figureCell, 'font-medium')}>
        <LastPrice market={market} last={figures.last} />
      </Cell>
      <Cell figure className={figureCell}>
        <Change percent={figures.changePercent} />
      </Cell>
      <Cell figure tone="quiet" className="max-md:hidden">
        {formatters.volume(figures.turnover)}
      </Cell>
      <Cell figure className="w-32 max-md:hidden">
        <WeekSparkline market={market} />
      </Cell>
      <Cell figure className="w-20 max-sm:w-0 max-sm:p-0!">
        <Link
          {...tradeLink(market)}
          aria-label={intl.formatMessage({ id: 'markets.tradeLabel' }, { symbol: market.symbol_name })}
          className={cx(linkClass, rowLinkClass)}
        >
          <span className="max-sm:sr-only">
            <FormattedMessage id="markets.trade" />
          </span>
        </Link>
      </Cell>
    </Row>
  );
});

function HotTable() {
  const intl = useIntl();
  const { data, error, refetch, isFetching } = useMarkets();
  const { state } = useFeedStatus();
  const rows = useMemo(() => (data === undefined ? null : hottest(data, SHOWN)), [data]);
  const stale = state === 'stale' || state === 'offline';
  return (
    <Table label={intl.formatMessage({ id: 'home.tab.hot' })} density="roomy">
      <TableHead>
        <HeadCell>
          <FormattedMessage id="markets.market" />
        </HeadCell>
        <HeadCell figure className="sm:hidden">
          <FormattedMessage id="markets.sevenDays" />
        </HeadCell>
        <HeadCell figure className="pe-0! sm:hidden">
          <FormattedMessage id="markets.price" />
        </HeadCell>
        <HeadCell figure className={figureCell}>
          <FormattedMessage id="markets.priceIn" values={{ coin: 'USDT' }} />
        </HeadCell>
        <HeadCell figure className={figureCell}>
          <FormattedMessage id="markets.change24h" />
        </HeadCell>
        <HeadCell figure className="max-md:hidden">
          <FormattedMessage id="markets.turnoverIn" values={{ coin: 'USDT' }} />
        </HeadCell>
        <HeadCell figure className="max-md:hidden">
          <FormattedMessage id="markets.sevenDays" />
        </HeadCell>
        <HeadCell className="max-sm:p-0!">
          <span className="sr-only">
            <FormattedMessage id="markets.trade" />
          </span>
        </HeadCell>
      </TableHead>
      <TableBody busy={rows === null && error === null}>
        {rows === null && error === null && (
          <SkeletonRows rows={SHOWN} columns={['text', 'figure', 'figure', 'figure', 'figure', 'none']} />
        )}
        {error !== null && rows === null && (
          <TableMessage columns={COLUMNS + 1}>
            <ErrorState
              title={<FormattedMessage id="markets.notLoaded" />}
              text={wordsOf(intl, error)}
              onRetry={() => void refetch()}
              retrying={isFetching}
            />
          </TableMessage>
        )}
        {rows?.length === 0 && (
          <TableMessage columns={COLUMNS + 1}>
            <EmptyState title={<FormattedMessage id="markets.noneListed" />} />
          </TableMessage>
        )}
        {rows?.map((market) => (
          <HotRow key={market.id} market={market} dimmed={stale} />
        ))}
      </TableBody>
    </Table>
  );
}

/** The live market of the home page: hot coins, and what is not listed yet. */
export function HotMarkets() {
  const intl = useIntl();
  const [tab, setTab] = useState<(typeof tabs)[number]>('hot');
  return (
    <Tabs value={tab} onValueChange={setTab}>
      <TabList
        label={intl.formatMessage({ id: 'home.markets' })}
        ruled={false}
        end={
          <Link to="/quotes/index" className={cx(loneLinkClass, 'whitespace-nowrap')}>
            <FormattedMessage id="home.allMarkets" />
          </Link>
        }
      >
        {tabs.map((each) => (
          <Tab key={each} value={each}>
            <FormattedMessage id={`home.tab.${each}`} />
          </Tab>
        ))}
      </TabList>
      <TabPanel value="hot">
        <HotTable />
      </TabPanel>
      {(['currencies', 'gold'] as const).map((each) => (
        <TabPanel key={each} value={each} className="min-h-105 border-t">
          <EmptyState
            title={<FormattedMessage id={`home.${each}.none`} />}
            text={<FormattedMessage id="home.notListed" />}
          />
        </TabPanel>
      ))}
    </Tabs>
  );
}
