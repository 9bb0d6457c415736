import type { BillRow } from '@candor/contract';
import { hiddenAmount } from '@candor/i18n';
import {
  Button,
  Cell,
  cx,
  directionClass,
  directionOf,
  EmptyState,
  ErrorState,
  HeadCell,
  Row,
  Select,
  SkeletonRows,
  Table,
  TableBody,
  TableHead,
  TableMessage,
  useFormatters,
} from '@candor/ui';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { wordsOf } from '../app/error-words.ts';
import { trimFigure } from '../app/trim-figure.ts';
import { useAssetBalances, useBills } from '../data/index.ts';
import { useAmountsShown } from './use-amounts-shown.ts';

const COLUMNS = 7;
const ALL = 'all';
const kinds: readonly BillRow['kind'][] = [
  'trade',
  'fee',
  'practice-funds',
  'transfer',
  'margin-borrow',
  'margin-interest',
  'margin-repay',
  'margin-deficit',
  'margin-takeover',
];

function isKind(value: string): value is BillRow['kind'] {
  return (kinds as readonly string[]).includes(value);
}

function BillLine({ bill, amount }: { bill: BillRow; amount: (text: string) => string }) {
  const formatters = useFormatters();
  const signed = amount(formatters.difference(trimFigure(bill.amount)));
  return (
    <Row>
      <Cell figure className="text-start! max-sm:h-16!">
        <span className="max-sm:hidden">{formatters.dateTime(bill.time)}</span>
        <span className="sm:hidden">
          <span className="block font-medium">
            <FormattedMessage id={`bills.kind.${bill.kind}`} />
          </span>
          <span className="block text-12 text-ink-3">{formatters.dateTime(bill.time)}</span>
        </span>
      </Cell>
      <Cell className="max-sm:hidden">
        <FormattedMessage id={`bills.kind.${bill.kind}`} />
      </Cell>
      <Cell className="max-sm:hidden">{bill.coin}</Cell>
      <Cell figure className={cx(directionClass[directionOf(bill.amount)], 'max-sm:pe-0!')}>
        {signed} <span className="text-ink-3 sm:hidden">{bill.coin}</span>
      </Cell>
      <Cell figure tone="quiet" className="max-sm:hidden">
        {amount(formatters.quantity(trimFigure(bill.balance)))}
      </Cell>
      <Cell figure tone="quiet" className="max-md:hidden">
        {bill.orderId === null || bill.orderId === 0 ? '--' : bill.orderId}
      </Cell>
      <Cell figure tone="quiet" className="max-md:hidden">
        {formatters.count(bill.seq)}
      </Cell>
    </Row>
  );
}

/** The bill: every posting to the user's account, as the ledger has it. */
export function Records() {
  const intl = useIntl();
  const [coin, setCoin] = useState(ALL);
  const [kind, setKind] = useState(ALL);
  const [shown] = useAmountsShown();
  const { data: balances } = useAssetBalances();
  const bills = useBills({
    ...(coin === ALL ? {} : { coin }),
    ...(isKind(kind) ? { kind } : {}),
  });
  const rows = bills.data?.pages.flatMap((page) => page.records);
  const amount = (text: string) => (shown ? text : hiddenAmount);
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-4 pb-4">
        <h1 className="text-20 font-semibold">
          <FormattedMessage id="menu.records" />
        </h1>
        <div className="flex gap-4">
          <Select
            variant="plain"
            label={intl.formatMessage({ id: 'assets.coin' })}
            value={coin}
            onValueChange={setCoin}
            options={[
              { value: ALL, label: intl.formatMessage({ id: 'bills.allCoins' }) },
              ...(balances?.list ?? []).map((row) => ({ value: row.coin, label: row.coin })),
            ]}
          />
          <Select
            variant="plain"
            label={intl.formatMessage({ id: 'bills.kind' })}
            value={kind}
            onValueChange={setKind}
            options={[
              { value: ALL, label: intl.formatMessage({ id: 'bills.allKinds' }) },
              ...kinds.map((each) => ({
                value: each as string,
                label: intl.formatMessage({ id: `bills.kind.${each}` }),
              })),
            ]}
          />
        </div>
      </div>
      <Table label={intl.formatMessage({ id: 'menu.records' })} density="roomy">
        <TableHead>
          <HeadCell>
            <FormattedMessage id="bills.time" />
          </HeadCell>
          <HeadCell className="max-sm:hidden">
            <FormattedMessage id="bills.kind" />
          </HeadCell>
          <HeadCell className="max-sm:hidden">
            <FormattedMessage id="assets.coin" />
          </HeadCell>
          <HeadCell figure className="max-sm:pe-0!">
            <FormattedMessage id="bills.amount" />
          </HeadCell>
          <HeadCell figure className="max-sm:hidden">
            <FormattedMessage id="bills.balanceAfter" />
          </HeadCell>
          <HeadCell figure className="max-md:hidden">
            <FormattedMessage id="bills.order" />
          </HeadCell>
          <HeadCell figure className="max-md:hidden">
            <FormattedMessage id="bills.entry" />
          </HeadCell>
        </TableHead>
        <TableBody busy={bills.isPending}>
          {rows === undefined && bills.error === null && (
            <SkeletonRows rows={8} columns={['text', 'text', 'text', 'figure', 'figure']} />
          )}
          {rows === undefined && bills.error !== null && (
            <TableMessage columns={COLUMNS}>
              <ErrorState
                title={<FormattedMessage id="bills.notLoaded" />}
                text={wordsOf(intl, bills.error)}
                onRetry={() => void bills.refetch()}
                retrying={bills.isFetching}
              />
            </TableMessage>
          )}
          {rows?.length === 0 && (
            <TableMessage columns={COLUMNS}>
              <EmptyState
                title={<FormattedMessage id="bills.none" />}
                text={<FormattedMessage id="bills.none.text" />}
              />
            </TableMessage>
          )}
          {rows?.map((bill) => (
            <BillLine key={bill.id} bill={bill} amount={amount} />
          ))}
        </TableBody>
      </Table>
      {bills.hasNextPage && (
        <div className="flex justify-center pt-6">
          <Button
            variant="quiet"
            loading={bills.isFetchingNextPage}
            onClick={() => void bills.fetchNextPage()}
          >
            <FormattedMessage id="bills.more" />
          </Button>
        </div>
      )}
    </>
  );
}
