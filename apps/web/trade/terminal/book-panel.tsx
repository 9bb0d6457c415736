import { formatDecimalTrimmed } from '@candor/money';
import { cx, Select, Tab, TabList, TabPanel, Tabs, useFormatters } from '@candor/ui';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { usePricesOld } from '../../data/index.ts';
import { groupingChoices } from '../book/ladder.ts';
import { OrderBook } from '../book/order-book.tsx';
import { LastPrice } from '../market/last-price.tsx';
import { OLD_PRICES } from '../market/old-prices.ts';
import type { TradeMarket } from '../market/trade-market.ts';
import { TradeTape } from '../tape/trade-tape.tsx';
import { readGrouping, writeGrouping } from './grouping-memory.ts';

/** The book and the tape, one at a time. */
export function BookPanel({ market }: { readonly market: TradeMarket }) {
  const intl = useIntl();
  const format = useFormatters();
  const old = usePricesOld();
  const [view, setView] = useState<'book' | 'tape'>('book');
  const choices = groupingChoices(market.tickUnits);
  const [groupUnits, setGroupUnits] = useState(() => readGrouping(market.symbol, choices));
  const choose = (text: string) => {
    const units = BigInt(text);
    setGroupUnits(units);
    writeGrouping(market.symbol, units);
  };
  return (
    <Tabs
      value={view}
      onValueChange={setView}
      className={cx('flex h-full min-h-0 flex-col', old && OLD_PRICES)}
    >
      <TabList
        label={intl.formatMessage({ id: 'trade.book.views' })}
        size="small"
        className="px-3"
        end={
          view === 'book' && (
            <Select
              label={intl.formatMessage({ id: 'trade.book.grouping' })}
              variant="plain"
              value={groupUnits.toString()}
              onValueChange={choose}
              options={choices.map((units) => ({
                value: units.toString(),
                label: format.price(formatDecimalTrimmed(units, market.priceDecimals)),
              }))}
            />
          )
        }
      >
        <Tab value="book">{intl.formatMessage({ id: 'trade.book.title' })}</Tab>
        <Tab value="tape">{intl.formatMessage({ id: 'trade.tape.title' })}</Tab>
      </TabList>
      <TabPanel value="book" className="min-h-0 flex-1">
        <OrderBook market={market} groupUnits={groupUnits}>
          <LastPrice market={market} size="book" />
        </OrderBook>
      </TabPanel>
      <TabPanel value="tape" className="min-h-0 flex-1">
        <TradeTape market={market} />
      </TabPanel>
    </Tabs>
  );
}
