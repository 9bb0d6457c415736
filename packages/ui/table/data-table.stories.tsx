import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, waitFor } from 'storybook/test';
import { Button } from '../controls/button.tsx';
import { useFormatters } from '../provider/use-formatters.ts';
import { useRecords } from '../records/use-records.ts';
import { Badge } from '../states/badge.tsx';
import type { Column } from './column.ts';
import { DataTable, type RecordQuery } from './data-table.tsx';
import { rowLinkClass } from './table.tsx';

const meta: Meta = { title: 'Data table' };
export default meta;

type Story = StoryObj;

interface Order {
  readonly id: number;
  readonly timeMs: number;
  readonly market: string;
  readonly price: string;
  readonly amount: string;
  readonly status: string;
  readonly reason: string;
}

const START_MS = Date.UTC(2026, 5, 1, 14, 31, 7);
const markets = ['BTC/USDT', 'ETH/USDT', 'SOL/USDT'];
const orderOf = (id: number): Order => ({
  id,
  timeMs: START_MS - id * 61_000,
  market: markets[id % 3] ?? '',
  price: String(60_000 + ((id * 7_919) % 2_000)),
  amount: `0.${String(1 + (id % 9))}500`,
  status: id % 4 === 3 ? 'Cancelled' : 'Open',
  reason: id % 4 === 3 ? 'The market was halted for maintenance of the venue, as announced' : '',
});
const orders = (count: number) => Array.from({ length: count }, (_, id) => orderOf(id));

function useColumns(onCancel?: (order: Order) => void): readonly Column<Order>[] {
  const format = useFormatters();
  return [
    { head: 'trade.orders.time', kind: 'time', cell: (order) => format.dateTime(order.timeMs) },
    { head: 'trade.orders.market', card: 'title', cell: (order) => order.market },
    {
      head: 'trade.orders.price',
      kind: 'figure',
      compare: (left, right) => Number(left.price) - Number(right.price),
      cell: (order) => format.price(order.price),
    },
    { head: 'trade.orders.amount', kind: 'figure', cell: (order) => format.quantity(order.amount) },
    {
      head: 'trade.orders.status',
      card: 'corner',
      cell: ({ status }) => <Badge tone={status === 'Open' ? 'neutral' : 'warn'}>{status}</Badge>,
    },
    { head: 'console.shell.reason', wraps: true, quiet: true, card: 'line', cell: ({ reason }) => reason },
    {
      head: 'trade.orders.actions',
      kind: 'actions',
      cell: (order) => (
        <Button variant="plain" size="small" onClick={() => onCancel?.(order)}>
          Cancel
        </Button>
      ),
    },
  ];
}

const idle: RecordQuery = { error: null, isFetching: false, refetch: () => undefined };

interface OrdersProps {
  readonly rows: readonly Order[] | null;
  readonly query?: RecordQuery;
  readonly density?: 'dense' | 'roomy';
  readonly virtual?: 'page' | 'box';
  readonly className?: string;
}

function Orders({ rows, ...props }: OrdersProps) {
  const [gone, setGone] = useState<ReadonlySet<number>>(new Set());
  const columns = useColumns(({ id }) => setGone(new Set([...gone, id])));
  return (
    <DataTable
      {...props}
      label="Open orders"
      inset
      columns={columns}
      rows={rows?.filter(({ id }) => !gone.has(id)) ?? null}
      rowKey={({ id }) => id}
      emptyTitle="No open orders"
      emptyText="An order that does not fill at once rests here until it fills or you cancel it."
    />
  );
}

export const Rows: Story = {
  parameters: { flush: true },
  render: () => <Orders rows={orders(6)} query={idle} />,
  play: async ({ canvas, userEvent }) => {
    const prices = () => canvas.getAllByText(/^6[01],\d{3}$/).map((cell) => cell.textContent);
    const unsorted = prices();
    const head = canvas.getByRole('button', { name: 'Price' });
    await userEvent.click(head);
    await expect(prices()).toEqual(unsorted.toSorted());
    await expect(canvas.getByRole('columnheader', { name: 'Price' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    );
    await userEvent.click(head);
    await expect(prices()).toEqual(unsorted.toSorted().toReversed());
    await userEvent.click(head);
    await expect(prices()).toEqual(unsorted);
  },
};
export const Roomy: Story = { render: () => <Orders rows={orders(4)} density="roomy" /> };
export const Cards: Story = {
  render: () => (
    <div className="max-w-90">
      <Orders rows={orders(4)} density="roomy" />
    </div>
  ),
};
export const Loading: Story = { render: () => <Orders rows={null} /> };
export const Empty: Story = { render: () => <Orders rows={[]} /> };
export const Failed: Story = {
  render: () => <Orders rows={null} query={{ ...idle, error: new Error('no connection') }} />,
};
/** The rows stay; the line below says that they are not up to date. */
export const RefreshFailed: Story = {
  render: () => <Orders rows={orders(3)} query={{ ...idle, error: new Error('no connection') }} />,
};

/** Arrow keys move between the buttons of rows; focus in a row that goes stays with the table. */
export const Keyboard: Story = {
  render: () => <Orders rows={orders(4)} />,
  play: async ({ canvas, userEvent }) => {
    const buttons = await canvas.findAllByRole('button', { name: 'Cancel' });
    buttons[0]?.focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    await expect(buttons[2]).toHaveFocus();
    await userEvent.keyboard('{ArrowUp}');
    await expect(buttons[1]).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect(canvas.getByRole('table')).toHaveFocus();
  },
};

const PAGE = 4;

function PagedOrders() {
  const { query, rows } = useRecords<Order>({
    queryKey: ['stories', 'orders'],
    load: async (cursor) => {
      const from = cursor === null ? 0 : Number(cursor);
      const records = orders(10).slice(from, from + PAGE);
      return { records, nextCursor: from + PAGE < 10 ? String(from + PAGE) : null };
    },
  });
  return <Orders rows={rows} query={query} />;
}

/** Pages by cursor until the last one, where the button goes and the focus stays with the table. */
export const Paging: Story = {
  render: () => <PagedOrders />,
  play: async ({ canvas, userEvent }) => {
    const cancels = () => canvas.getAllByRole('button', { name: 'Cancel' });
    const more = await canvas.findByRole('button', { name: 'Show more' });
    await expect(cancels()).toHaveLength(4);
    await userEvent.click(more);
    await waitFor(() => expect(cancels()).toHaveLength(8));
    await userEvent.click(more);
    await waitFor(() => expect(cancels()).toHaveLength(10));
    await expect(canvas.queryByRole('button', { name: 'Show more' })).toBeNull();
    await expect(canvas.getByRole('table')).toHaveFocus();
  },
};

let failures = 0;

function FailingPages() {
  const { query, rows } = useRecords<Order>({
    queryKey: ['stories', 'failing'],
    load: async (cursor) => {
      if (cursor !== null && failures++ === 0) throw new Error('no connection');
      return {
        records: orders(2).map((row) => ({ ...row, id: row.id + Number(cursor ?? 0) })),
        nextCursor: cursor === null ? '2' : null,
      };
    },
  });
  return <Orders rows={rows} query={query} />;
}

/** A page that fails leaves the rows, and is asked for again alone. */
export const PageFailed: Story = {
  render: () => <FailingPages />,
  play: async ({ canvas, userEvent }) => {
    failures = 0;
    await userEvent.click(await canvas.findByRole('button', { name: 'Show more' }));
    await canvas.findByText('Something went wrong. Try again.');
    await expect(canvas.getAllByRole('button', { name: 'Cancel' })).toHaveLength(2);
    await userEvent.click(canvas.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(canvas.getAllByRole('button', { name: 'Cancel' })).toHaveLength(4));
  },
};

/** A thousand rows, of which those in view are drawn, and the one with the focus. */
export const Many: Story = {
  parameters: { flush: true },
  render: () => <Orders rows={orders(1_000)} virtual="box" className="h-100" />,
  play: async ({ canvas, canvasElement }) => {
    await waitFor(() => expect(canvas.getAllByRole('button', { name: 'Cancel' }).length).toBeGreaterThan(8));
    const [first] = canvas.getAllByRole('button', { name: 'Cancel' });
    await expect(canvas.getAllByRole('row').length).toBeLessThan(60);
    await expect(canvas.getByRole('table')).toHaveAttribute('aria-rowcount', '1001');
    first?.focus();
    const scroller = canvasElement.querySelector('[data-table-scroller]');
    scroller?.scrollTo({ top: 20_000 });
    await waitFor(() =>
      expect(canvas.getAllByRole('row').some((row) => Number(row.getAttribute('aria-rowindex')) > 200)).toBe(
        true,
      ),
    );
    await expect(canvas.getAllByRole('row').length).toBeLessThan(60);
    await expect(first).toHaveFocus();
    scroller?.scrollTo({ top: 0 });
  },
};

/** In a card too a figure stands below the head of its column, with what the head inserts. */
export const CardsNameTheirCoin: Story = {
  render: () => (
    <div className="max-w-90">
      <DataTable
        label="Coins"
        rows={orders(1)}
        rowKey={({ id }) => id}
        emptyTitle="No coins"
        columns={[
          {
            head: 'markets.priceIn',
            headValues: { coin: 'USDT' },
            kind: 'figure',
            cell: ({ price }) => price,
          },
        ]}
      />
    </div>
  ),
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('cell')).toHaveAttribute('data-name', 'Price, USDT');
  },
};

/** A badge of many words breaks in a card, which stays within its box. */
export const CardsBreakBadges: Story = {
  render: () => (
    <div className="max-w-80">
      <DataTable
        label="Orders"
        rows={orders(1)}
        rowKey={({ id }) => id}
        emptyTitle="No orders"
        columns={[
          { head: 'trade.orders.market', card: 'title', cell: ({ market }) => market },
          { head: 'trade.orders.amount', kind: 'figure', card: 'corner', cell: ({ amount }) => amount },
          { head: 'console.shell.reason', cell: ({ reason }) => reason },
          { head: 'trade.orders.status', cell: () => <Badge tone="warn">{'word '.repeat(12).trim()}</Badge> },
        ]}
      />
    </div>
  ),
  play: async ({ canvasElement }) => {
    const row = canvasElement.querySelector('tbody tr');
    await expect(row?.scrollWidth).toBeLessThanOrEqual(row?.clientWidth ?? 0);
  },
};

/** Rows that are pressed whole, one marked and one not up to date; the greatest change first, the unknown last. */
export const PressableRows: Story = {
  parameters: { flush: true },
  render: () => (
    <DataTable
      label="Markets"
      inset
      stacks={false}
      pressable
      rows={orders(5)}
      rowKey={({ id }) => id}
      isSelected={({ id }) => id === 1}
      isDimmed={({ id }) => id === 2}
      emptyTitle="No markets"
      columns={[
        {
          head: 'trade.orders.market',
          cell: ({ id, market }) => (
            <a href={`#${id}`} className={rowLinkClass}>
              {market}
            </a>
          ),
        },
        {
          head: 'markets.priceIn',
          headValues: { coin: 'USDT' },
          kind: 'figure',
          firstOrder: 'descending',
          compare: (left, right) => Number(left.price) - Number(right.price),
          isBlank: ({ id }) => id === 3,
          cell: ({ id, price }) => (id === 3 ? '–' : price),
        },
        { head: 'trade.orders.amount', kind: 'figure', from: 'sm', cell: ({ amount }) => amount },
      ]}
    />
  ),
  play: async ({ canvas, userEvent }) => {
    const prices = () =>
      canvas
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.querySelectorAll('td')[1]?.textContent);
    const known = prices().filter((price) => price !== '–');
    const head = canvas.getByRole('button', { name: 'Price, USDT' });
    await userEvent.click(head);
    await expect(prices()).toEqual([...known.toSorted().toReversed(), '–']);
    await userEvent.click(head);
    await expect(prices()).toEqual([...known.toSorted(), '–']);
    await expect(canvas.getAllByRole('row', { selected: true })).toHaveLength(1);
  },
};
