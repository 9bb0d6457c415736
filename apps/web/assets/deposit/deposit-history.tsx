import type { RechargeRow } from '@candor/api';
import {
  Badge,
  type BadgeTone,
  DataTable,
  loneLinkClass,
  networkNameOf,
  useFormatters,
  useText,
} from '@candor/ui';
import { useMasked } from '../../common/eye.tsx';
import { useDepositLog } from '../../data/index.ts';
import { useEmptyWords, useRecordFilter } from '../../records/record-filter.tsx';
import { DepositsFile } from '../history-files.tsx';
import { shortHash } from '../short-hash.ts';
import { useBalancesAfter } from '../use-balances-after.ts';
import { WalletHistory, type WalletHistoryProps } from '../wallet-history.tsx';

const TONES: Readonly<Record<RechargeRow['state'], BadgeTone>> = {
  confirming: 'accent',
  credited: 'neutral',
  'below-minimum': 'neutral',
  'not-listed': 'warn',
  removed: 'warn',
  'taken-back': 'warn',
  reversed: 'warn',
  review: 'accent',
  rejected: 'warn',
};

/** The user's deposits from the moment that they are seen, with the confirmations as they come. */
export function DepositHistory({ heading }: Pick<WalletHistoryProps, 'heading'>) {
  const text = useText();
  return (
    <WalletHistory heading={heading} title={text('deposit.history')} file={<DepositsFile />}>
      <Deposits />
    </WalletHistory>
  );
}

function Deposits() {
  const text = useText();
  const format = useFormatters();
  const masked = useMasked();
  const { query, rows } = useDepositLog(useRecordFilter().times);
  useBalancesAfter(rows?.filter(({ state }) => state === 'credited').length ?? 0);
  const stateOf = ({ state, confirmations, confirmationsNeeded }: RechargeRow) =>
    state === 'confirming'
      ? text('deposit.state.confirming', { count: confirmations, needed: confirmationsNeeded })
      : text(`deposit.state.${state}`);
  const empty = useEmptyWords(text('deposit.history.none'), text('deposit.history.none.text'));
  return (
    <DataTable
      label={text('deposit.history')}
      density="roomy"
      rows={rows}
      rowKey={({ orderNo }) => orderNo}
      query={query}
      failedTitle={text('deposit.history.notLoaded')}
      {...empty}
      columns={[
        { head: 'deposit.time', kind: 'time', cell: ({ time }) => format.dateTime(time) },
        { head: 'deposit.coin', card: 'title', cell: ({ coin }) => coin },
        {
          head: 'deposit.network',
          quiet: true,
          wraps: true,
          cell: (row) =>
            row.method === 'manual' ? text('deposit.by.manual') : networkNameOf(text, row.network),
        },
        {
          head: 'deposit.amount',
          kind: 'figure',
          card: 'corner',
          cell: ({ amount }) => masked(format.quantity(amount)),
        },
        {
          head: 'deposit.status',
          wraps: true,
          card: 'line',
          cell: (row) => (
            <>
              <Badge tone={TONES[row.state]}>{stateOf(row)}</Badge>
              {row.imitates && <span className="block pt-1 text-13 text-warn">{text('deposit.poison')}</span>}
              {row.isLarge && row.state === 'confirming' && (
                <span className="block pt-1 text-13 text-ink-2">{text('deposit.large.waits')}</span>
              )}
              {row.method === 'chain' && row.state === 'review' && (
                <span className="block pt-1 text-13 text-ink-2">{text('deposit.halted.waits')}</span>
              )}
              {row.state === 'taken-back' && (
                <span className="block pt-1 text-13 text-ink-2">{text('deposit.takenBack.waits')}</span>
              )}
              {row.method === 'chain' && row.block === null && (
                <span className="block pt-1 text-13 text-ink-2">{text('deposit.pool.waits')}</span>
              )}
              {row.method === 'chain' && row.block !== null && row.transactionHash === null && (
                <span className="block pt-1 text-13 text-ink-2">{text('deposit.found')}</span>
              )}
              {row.reason !== null && (
                <span className="block pt-1 text-13 text-ink-2">
                  {text(`review.reason.recharge.${row.reason}`)}
                </span>
              )}
            </>
          ),
        },
        {
          head: 'deposit.transaction',
          quiet: true,
          cell: ({ transactionHash, screenshot }) =>
            transactionHash === null ? (
              screenshot !== null && (
                <a href={screenshot} target="_blank" rel="noreferrer" className={loneLinkClass}>
                  {text('deposit.screenshot.open')}
                </a>
              )
            ) : (
              <span className="figure select-all" title={transactionHash}>
                {shortHash(transactionHash)}
              </span>
            ),
        },
        { head: 'deposit.order', kind: 'figure', quiet: true, cell: ({ orderNo }) => orderNo },
      ]}
    />
  );
}
