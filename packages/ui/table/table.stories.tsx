import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect } from 'storybook/test';
import { Button } from '../controls/button.tsx';
import { TextLink } from '../controls/link.tsx';
import { CoinIcon } from '../figures/coin-icon.tsx';
import { FlashCell } from '../figures/flash-cell.tsx';
import { Change, Price } from '../figures/price.tsx';
import { Sparkline } from '../figures/sparkline.tsx';
import { useFormatters } from '../provider/use-formatters.ts';
import { ReceiptStub } from '../receipt/receipt-stub.tsx';
import { EmptyState } from '../states/empty-state.tsx';
import { ErrorState } from '../states/error-state.tsx';
import { SkeletonRows } from '../states/skeleton.tsx';
import { Cell, HeadCell, Row, rowLinkClass, Table, TableBody, TableHead, TableMessage } from './table.tsx';

const meta: Meta = { title: 'Table' };
export default meta;

type Story = StoryObj;

const coins = [
  { coin: 'BTC', name: 'Bitcoin', price: '62350.6', change: '0.67', volume: '18423.1' },
  { coin: 'ETH', name: 'Ethereum', price: '2668.20', change: '1.94', volume: '121704' },
  { coin: 'BNB', name: 'BNB', price: '571.40', change: '-0.38', volume: '40918' },
  { coin: 'SOL', name: 'Solana', price: '148.92', change: '3.12', volume: '612040' },
  { coin: 'XRP', name: 'XRP', price: '0.5871', change: '-1.05', volume: '88412000' },
  { coin: 'DOGE', name: 'Dogecoin', price: '0.1069', change: '0.002', volume: '402118000' },
  { coin: 'ADA', name: 'Cardano', price: '0.3412', change: '0', volume: '97200000' },
  { coin: 'AVAX', name: 'Avalanche', price: '26.84', change: '-2.41', volume: '2104000' },
  { coin: 'LINK', name: 'Chainlink', price: '11.203', change: '0.88', volume: '3518000' },
  { coin: 'DOT', name: 'Polkadot', price: '4.118', change: '-0.09', volume: '5230000' },
];

/** A course that ends where the change says; drawn the same way each time. */
const course = (seed: number, change: number) =>
  Array.from(
    { length: 48 },
    (_, i) => Math.sin(i / 3 + seed) + Math.sin(i / 1.7 + seed * 2) * 0.5 + (i / 47) * change * 2,
  );

function Markets() {
  const formatters = useFormatters();
  const [sort, setSort] = useState<'ascending' | 'descending'>('descending');
  return (
    <Table label="Hot coins" density="roomy">
      <TableHead>
        <HeadCell>Market</HeadCell>
        <HeadCell figure>Price, USDT</HeadCell>
        <HeadCell
          figure
          sort={sort}
          onSort={() => setSort(sort === 'ascending' ? 'descending' : 'ascending')}
        >
          24 h
        </HeadCell>
        <HeadCell figure className="max-sm:hidden">
          Volume
        </HeadCell>
        <HeadCell figure className="max-sm:hidden">
          7 days
        </HeadCell>
        <HeadCell figure>
          <span className="sr-only">Trade</span>
        </HeadCell>
      </TableHead>
      <TableBody>
        {coins.map(({ coin, name, price, change, volume }, i) => (
          <Row key={coin} pressable>
            <Cell>
              <span className="flex items-center gap-2.5">
                <CoinIcon coin={coin} />
                <span>
                  <span className="font-semibold">{coin}</span>{' '}
                  <span className="text-ink-3 max-sm:hidden">{name}</span>
                </span>
              </span>
            </Cell>
            <Cell figure>
              <FlashCell value={price}>
                <Price value={price} />
              </FlashCell>
            </Cell>
            <Cell figure>
              <Change percent={change} />
            </Cell>
            <Cell figure tone="quiet" className="max-sm:hidden">
              {formatters.volume(volume)}
            </Cell>
            <Cell figure className="max-sm:hidden">
              <Sparkline points={course(i, Number(change))} />
            </Cell>
            <Cell figure>
              <TextLink href={`#${coin}`} className={rowLinkClass}>
                Trade
              </TextLink>
            </Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}
export const Roomy: Story = {
  render: () => (
    <div className="max-w-200">
      <Markets />
    </div>
  ),
};

const orders = [
  {
    time: '14:31:07',
    symbol: 'BTC/USDT',
    side: 'Buy',
    price: '62092.6',
    amount: '0.1500',
    filled: '0',
    status: 'Open',
  },
  {
    time: '14:12:40',
    symbol: 'ETH/USDT',
    side: 'Sell',
    price: '2671.40',
    amount: '1.2000',
    filled: '35',
    status: 'Partially filled',
  },
  {
    time: '13:58:22',
    symbol: 'BTC/USDT',
    side: 'Buy',
    price: '61204.5',
    amount: '0.0500',
    filled: '100',
    status: 'Filled',
  },
  {
    time: '13:44:09',
    symbol: 'SOL/USDT',
    side: 'Sell',
    price: '149.10',
    amount: '20.00',
    filled: '0',
    status: 'Cancelled',
  },
];

function Orders() {
  const formatters = useFormatters();
  return (
    <Table label="Open orders" inset>
      <TableHead>
        <HeadCell>Time</HeadCell>
        <HeadCell>Symbol</HeadCell>
        <HeadCell>Side · type</HeadCell>
        <HeadCell figure>Price</HeadCell>
        <HeadCell figure>Amount</HeadCell>
        <HeadCell figure>Filled</HeadCell>
        <HeadCell>Status</HeadCell>
        <HeadCell>Receipt</HeadCell>
        <HeadCell figure>
          <span className="sr-only">Acts</span>
        </HeadCell>
      </TableHead>
      <TableBody>
        {orders.map((order, i) => (
          <Row key={order.time} selected={i === 1} dimmed={i === 3}>
            <Cell className="figure">{order.time}</Cell>
            <Cell>{order.symbol}</Cell>
            <Cell>
              <span className={i === 3 ? '' : order.side === 'Buy' ? 'text-up' : 'text-down'}>
                {order.side}
              </span>{' '}
              limit
            </Cell>
            <Cell figure>{formatters.price(order.price)}</Cell>
            <Cell figure>{formatters.quantity(order.amount)}</Cell>
            <Cell figure>{formatters.percent(order.filled, 0)}</Cell>
            <Cell>{order.status}</Cell>
            <Cell>{order.filled === '0' ? '–' : <ReceiptStub state="verified" practice={i === 1} />}</Cell>
            <Cell figure raised>
              {i < 2 && (
                <Button variant="plain" size="small">
                  Cancel
                </Button>
              )}
            </Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}
export const Dense: Story = { parameters: { flush: true }, render: () => <Orders /> };

const head = (
  <TableHead>
    <HeadCell>Time</HeadCell>
    <HeadCell>Symbol</HeadCell>
    <HeadCell figure>Price</HeadCell>
    <HeadCell figure>Amount</HeadCell>
  </TableHead>
);

export const States: Story = {
  parameters: { flush: true },
  render: () => (
    <div className="flex flex-col gap-8">
      <Table label="Loading" inset>
        {head}
        <TableBody busy>
          <SkeletonRows
            rows={4}
            columns={[{ holds: 'text' }, { holds: 'text' }, { holds: 'figure' }, { holds: 'figure' }]}
          />
        </TableBody>
      </Table>
      <Table label="Empty" inset>
        {head}
        <TableBody>
          <TableMessage columns={4}>
            <EmptyState
              title="No open orders"
              text="An order that does not fill at once rests here until it fills or you cancel it."
            />
          </TableMessage>
        </TableBody>
      </Table>
      <Table label="Error" inset>
        {head}
        <TableBody>
          <TableMessage columns={4}>
            <ErrorState
              title="Your orders could not be loaded"
              text="Nothing happened to them. Check your connection, then try again."
              onRetry={() => undefined}
            />
          </TableMessage>
        </TableBody>
      </Table>
    </div>
  ),
};

function OrderCards() {
  const formatters = useFormatters();
  const [open, setOpen] = useState(coins.slice(0, 3));
  return (
    <Table label="Open orders" inset stacks>
      <TableHead>
        <HeadCell>Market</HeadCell>
        <HeadCell figure>Price</HeadCell>
        <HeadCell figure>Volume</HeadCell>
        <HeadCell figure>
          <span className="sr-only">Actions</span>
        </HeadCell>
      </TableHead>
      <TableBody>
        {open.map(({ coin, price, volume }) => (
          <Row key={coin}>
            <Cell name="Market">{coin}</Cell>
            <Cell name="Price" figure>
              <Price value={price} />
            </Cell>
            <Cell name="Volume" figure tone="quiet">
              {formatters.volume(volume)}
            </Cell>
            <Cell atEnd className="col-span-full">
              <Button
                variant="plain"
                size="small"
                onClick={() => setOpen(open.filter((each) => each.coin !== coin))}
              >
                Cancel
              </Button>
            </Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}

/** In a narrow box rows are cards. Focus in a row that goes stays with the table. */
export const Cards: Story = {
  render: () => (
    <div className="max-w-90">
      <OrderCards />
    </div>
  ),
  play: async ({ canvas, userEvent }) => {
    const [first] = await canvas.findAllByRole('button', { name: 'Cancel' });
    first?.focus();
    await userEvent.keyboard('{Enter}');
    await expect(canvas.getByRole('table')).toHaveFocus();
  },
};
