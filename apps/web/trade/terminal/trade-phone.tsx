import type { MessageId } from '@candor/i18n';
import { Button, Change, cx, Sheet, Tab, TabList, TabPanel, Tabs, useFormatters, useText } from '@candor/ui';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { usePricesOld, useTicker } from '../../data/index.ts';
import { PhoneBook } from '../book/phone-book.tsx';
import type { PriceLine } from '../chart/price-line.ts';
import type { Side } from '../draft/draft.ts';
import { useDraftStore } from '../draft/draft-store.ts';
import { LastPrice } from '../market/last-price.tsx';
import { OLD_PRICES } from '../market/old-prices.ts';
import type { TradeMarket } from '../market/trade-market.ts';
import { TradeTape } from '../tape/trade-tape.tsx';
import { ChartPanel } from './chart-panel.tsx';

function Head({ market, switcher, figures }: Pick<TradePhoneProps, 'market' | 'switcher' | 'figures'>) {
  const intl = useIntl();
  const format = useFormatters();
  const ticker = useTicker(market.symbol);
  const price = (value: string | null | undefined) => format.price(value, market.priceDecimals);
  const row = (id: MessageId, value: React.ReactNode) => (
    <div key={id} className="flex justify-end gap-2 whitespace-nowrap">
      <dt className="text-ink-3">{intl.formatMessage({ id })}</dt>
      <dd className="figure">{value}</dd>
    </div>
  );
  return (
    <header className="border-b px-4 py-2">
      {switcher}
      <div className="flex items-end justify-between gap-4">
        <div className="flex flex-col">
          <LastPrice market={market} size="phone" />
          <Change
            className="text-13"
            percent={ticker?.changePercent24h}
            difference={ticker?.change24h}
            decimals={market.priceDecimals}
          />
        </div>
        <dl className="flex flex-col text-12">
          {row('trade.stat.high', price(ticker?.high24h))}
          {row('trade.stat.low', price(ticker?.low24h))}
          {row('trade.price.index', price(ticker?.index))}
        </dl>
      </div>
      {figures !== undefined && (
        <dl className="flex flex-wrap justify-between gap-x-4 pt-1 text-12">
          {figures.map(({ id, value }) => row(id, value))}
        </dl>
      )}
    </header>
  );
}

export interface TradePhoneProps {
  readonly market: TradeMarket;
  readonly switcher: React.ReactNode;
  /** Further figures beside those of every market, by the ids of their names. */
  readonly figures?: readonly { readonly id: MessageId; readonly value: React.ReactNode }[];
  /** The user's open and past orders, and the id of their name. */
  readonly records: React.ReactNode;
  readonly recordsTitle: MessageId;
  /** The ids of what the two buttons say. */
  readonly sides: Readonly<Record<Side, MessageId>>;
  readonly form: (onPlaced: () => void) => React.ReactNode;
  /** Lines of the chart beside the open orders'. */
  readonly lines?: readonly PriceLine[];
}

/** Price, chart and book under each other; two buttons open the order in a sheet. */
export function TradePhone(props: TradePhoneProps) {
  const { market, records, recordsTitle, sides, form, lines } = props;
  const format = useFormatters();
  const store = useDraftStore();
  const old = usePricesOld();
  const last = useTicker(market.symbol)?.last;
  const [view, setView] = useState('book');
  const [open, setOpen] = useState(false);
  const start = (side: Side) => {
    store.change({ side });
    setOpen(true);
  };
  const text = useText();
  return (
    <div className="flex flex-1 flex-col">
      <div className={cx(old && OLD_PRICES)}>
        <Head {...props} />
      </div>
      <div className="h-80">
        <ChartPanel market={market} {...(lines === undefined ? {} : { lines })} />
      </div>
      <Tabs value={view} onValueChange={setView} className="border-t">
        <TabList label={text('trade.page.views')} className="px-4">
          <Tab value="book">{text('trade.book.title')}</Tab>
          <Tab value="tape">{text('trade.tape.title')}</Tab>
          <Tab value="orders">{text(recordsTitle)}</Tab>
        </TabList>
        <TabPanel value="book">
          <div className={cx(old && OLD_PRICES)}>
            <PhoneBook market={market} />
          </div>
        </TabPanel>
        <TabPanel value="tape" className="h-100">
          <div className={cx('h-full', old && OLD_PRICES)}>
            <TradeTape market={market} />
          </div>
        </TabPanel>
        <TabPanel value="orders" className="min-h-60">
          {records}
        </TabPanel>
      </Tabs>
      <div className="sticky bottom-0 z-20 mt-auto grid grid-cols-2 gap-3 border-t bg-paper p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
        <Button variant="buy" size="large" onClick={() => start('buy')}>
          {text(sides.buy)}
        </Button>
        <Button variant="sell" size="large" onClick={() => start('sell')}>
          {text(sides.sell)}
        </Button>
      </div>
      <Sheet
        open={open}
        onOpenChange={setOpen}
        title={market.name}
        aside={
          <span className={cx('figure', old && OLD_PRICES)}>{format.price(last, market.priceDecimals)}</span>
        }
      >
        {form(() => setOpen(false))}
      </Sheet>
    </div>
  );
}
