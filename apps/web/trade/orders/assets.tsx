import { hiddenAmount } from '@candor/i18n';
import {
  Cell,
  CoinIcon,
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
import { useBalances, usePreference } from '../../data/index.ts';

const columns = ['text', 'figure', 'figure'] as const;

/** What the user holds, live. */
export function Assets() {
  const intl = useIntl();
  const format = useFormatters();
  const balances = useBalances();
  const shown = usePreference('showAllAssets');
  const head = (id: string) => intl.formatMessage({ id });
  const amount = (value: string) => (shown ? format.quantity(value) : hiddenAmount);
  const held =
    balances === null ? null : [...balances.values()].filter((row) => /[1-9]/.test(row.available + row.held));
  return (
    <Table label={head('trade.orders.assets')} inset className="h-full">
      <TableHead>
        <HeadCell>{head('trade.assets.coin')}</HeadCell>
        <HeadCell figure>{head('trade.assets.available')}</HeadCell>
        <HeadCell figure>{head('trade.assets.held')}</HeadCell>
      </TableHead>
      <TableBody busy={held === null}>
        {held === null ? (
          <SkeletonRows rows={2} columns={columns} />
        ) : held.length === 0 ? (
          <TableMessage columns={columns.length}>
            <EmptyState title={head('trade.assets.none')} text={head('trade.assets.noneText')} />
          </TableMessage>
        ) : (
          held.map((row) => (
            <Row key={row.assetId}>
              <Cell>
                <span className="inline-flex items-center gap-2">
                  <CoinIcon coin={row.asset} size="small" />
                  {row.asset}
                </span>
              </Cell>
              <Cell figure>{amount(row.available)}</Cell>
              <Cell figure tone="quiet">
                {amount(row.held)}
              </Cell>
            </Row>
          ))
        )}
      </TableBody>
    </Table>
  );
}
