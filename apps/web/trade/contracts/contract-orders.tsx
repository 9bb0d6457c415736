import type { ContractOrderRow } from '@candor/contract';
import {
  Button,
  Cell,
  EmptyState,
  HeadCell,
  Row,
  SkeletonRows,
  Table,
  TableBody,
  TableHead,
  TableMessage,
  toasts,
  useFormatters,
} from '@candor/ui';
import { useMutation } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { wordsOf } from '../../app/error-words.ts';
import { useClient, useOpenContracts } from '../../data/index.ts';
import { useContractNames } from './use-contracts.ts';

const columns = ['text', 'text', 'text', 'figure', 'figure', 'figure', 'none'] as const;

/** "Open long, limit": what an order does, in words and in the colour of its direction. */
export function OrderKind({ order }: { readonly order: Pick<ContractOrderRow, 'direction' | 'type'> }) {
  const intl = useIntl();
  return (
    <span className="whitespace-nowrap">
      <span className={order.direction === 1 || order.direction === 4 ? 'text-up' : 'text-down'}>
        {intl.formatMessage({ id: `trade.contract.direction.${order.direction}` })}
      </span>{' '}
      {intl.formatMessage({ id: `trade.type.${order.type}` })}
    </span>
  );
}

function OrderLine({ order }: { readonly order: ContractOrderRow }) {
  const intl = useIntl();
  const format = useFormatters();
  const client = useClient();
  const { name, priceDecimals } = useContractNames()(order.symbol);
  const cancel = useMutation({
    mutationFn: () => client.call('contractOrderCancel', { query: { id: String(order.id) } }),
    onSuccess: () => toasts.info(intl.formatMessage({ id: 'trade.toast.cancelled' })),
    onError: (error) => toasts.error(wordsOf(intl, error)),
  });
  return (
    <Row dimmed={cancel.isPending}>
      <Cell tone="quiet" className="whitespace-nowrap">
        {format.dateTime(order.createTime)}
      </Cell>
      <Cell>{name}</Cell>
      <Cell>
        <OrderKind order={order} />
      </Cell>
      <Cell figure>{format.price(order.price, priceDecimals)}</Cell>
      <Cell figure>{format.quantity(order.quantity, 0)}</Cell>
      <Cell figure tone="quiet">
        {format.quantity(order.tradedQuantity, 0)}
      </Cell>
      <Cell className="text-end">
        <Button variant="plain" size="small" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          {intl.formatMessage({ id: 'trade.orders.cancel' })}
        </Button>
      </Cell>
    </Row>
  );
}

/** The user's open contract orders, live; of one contract where it is given. */
export function ContractOrders({ symbol }: { readonly symbol?: string }) {
  const intl = useIntl();
  const contracts = useOpenContracts();
  const orders = contracts?.orders.filter((order) => symbol === undefined || order.symbol === symbol) ?? null;
  const head = (id: string) => intl.formatMessage({ id });
  return (
    <Table label={head('trade.orders.open')} inset className="h-full">
      <TableHead>
        <HeadCell>{head('trade.orders.time')}</HeadCell>
        <HeadCell>{head('trade.contract.contract')}</HeadCell>
        <HeadCell>{head('trade.orders.sideType')}</HeadCell>
        <HeadCell figure>{head('trade.orders.price')}</HeadCell>
        <HeadCell figure>{head('trade.contract.contracts')}</HeadCell>
        <HeadCell figure>{head('trade.orders.filled')}</HeadCell>
        <HeadCell>
          <span className="sr-only">{head('trade.orders.actions')}</span>
        </HeadCell>
      </TableHead>
      <TableBody busy={orders === null}>
        {orders === null ? (
          <SkeletonRows rows={2} columns={columns} />
        ) : orders.length === 0 ? (
          <TableMessage columns={columns.length}>
            <EmptyState title={head('trade.orders.noneOpen')} text={head('trade.orders.noneOpenText')} />
          </TableMessage>
        ) : (
          orders.map((order) => <OrderLine key={order.id} order={order} />)
        )}
      </TableBody>
    </Table>
  );
}
