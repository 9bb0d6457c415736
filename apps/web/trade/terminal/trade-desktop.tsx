import { cx } from '@candor/ui';
import { useIntl } from 'react-intl';
import { Group, type Layout, Panel, Separator } from 'react-resizable-panels';
import { deviceStorage, usePricesOld } from '../../data/index.ts';
import type { PriceLine } from '../chart/price-line.ts';
import { OLD_PRICES } from '../market/old-prices.ts';
import type { TradeMarket } from '../market/trade-market.ts';
import { BookPanel } from './book-panel.tsx';
import { ChartPanel } from './chart-panel.tsx';

function keptLayout(name: string): Layout | undefined {
  const content = deviceStorage.read('tradeLayout')?.content;
  if (typeof content !== 'object' || content === null) return undefined;
  return (content as Record<string, Layout>)[name];
}

function keepLayout(name: string, layout: Layout): void {
  const content = deviceStorage.read('tradeLayout')?.content;
  deviceStorage.write('tradeLayout', { ...(typeof content === 'object' ? content : {}), [name]: layout });
}

function remembered(name: string) {
  const layout = keptLayout(name);
  return {
    id: name,
    onLayoutChanged: (next: Layout) => keepLayout(name, next),
    ...(layout === undefined ? {} : { defaultLayout: layout }),
  };
}

function Divider({ direction, label }: { readonly direction: 'across' | 'down'; readonly label: string }) {
  return (
    <Separator
      aria-label={label}
      className={`bg-line transition-colors hover:bg-accent focus-visible:bg-accent ${direction === 'across' ? 'w-px' : 'h-px'}`}
    />
  );
}

/** Lower controls in a low window. Other languages need more lines than English: they leave room for those. */
const COMPACT =
  'compact:pt-3 compact:[&_[data-target]]:h-9 compact:[&_[role=combobox]]:h-9 compact:[&_[role=radio]]:h-8 compact:[&_[role=tab]]:h-8';

export interface TradeDesktopProps {
  readonly market: TradeMarket;
  readonly header: React.ReactNode;
  /** The user's open and past orders. */
  readonly records: React.ReactNode;
  readonly form: React.ReactNode;
  /** Lines of the chart beside the open orders'. */
  readonly lines?: readonly PriceLine[];
}

/** Panels divided by hairlines; their sizes are kept on the device. */
export function TradeDesktop({ market, header, records, form, lines }: TradeDesktopProps) {
  const intl = useIntl();
  const old = usePricesOld();
  const label = intl.formatMessage({ id: 'trade.page.resize' });
  return (
    <div className="flex min-h-120 flex-1 flex-col">
      <div className={cx(old && OLD_PRICES)}>{header}</div>
      <div className="flex min-h-0 flex-1">
        <div className="min-w-0 flex-1">
          <Group orientation="vertical" {...remembered('trade-rows')}>
            <Panel id="market" defaultSize="68%" minSize="40%">
              <Group orientation="horizontal" {...remembered('trade-columns')}>
                <Panel id="chart" minSize="40%">
                  <ChartPanel market={market} {...(lines === undefined ? {} : { lines })} />
                </Panel>
                <Divider direction="across" label={label} />
                <Panel id="book" defaultSize={288} minSize={240} maxSize={420}>
                  <BookPanel market={market} />
                </Panel>
              </Group>
            </Panel>
            <Divider direction="down" label={label} />
            <Panel id="orders" minSize="15%">
              {records}
            </Panel>
          </Group>
        </div>
        <section
          aria-label={intl.formatMessage({ id: 'trade.form.label' })}
          className={cx('relative w-80 shrink-0 overflow-y-auto border-l px-4 pt-4', COMPACT)}
        >
          {form}
        </section>
      </div>
    </div>
  );
}
