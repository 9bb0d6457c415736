import type { WithdrawalRow } from '@candor/api';
import {
  Badge,
  type BadgeTone,
  Button,
  cx,
  DataTable,
  networkNameOf,
  useFormatters,
  useText,
} from '@candor/ui';
import { useState } from 'react';
import { useMasked } from '../../common/eye.tsx';
import { useWithdrawalLog } from '../../data/index.ts';
import { useEmptyWords, useRecordFilter } from '../../records/record-filter.tsx';
import { WithdrawalsFile } from '../history-files.tsx';
import { shortHash } from '../short-hash.ts';
import { useBalancesAfter } from '../use-balances-after.ts';
import { WalletHistory, type WalletHistoryProps } from '../wallet-history.tsx';
import { WithdrawalClock } from './withdrawal-clock.tsx';
import { stateOf } from './withdrawal-words.ts';

const TONES: Readonly<Record<WithdrawalRow['status'], BadgeTone>> = {
  review: 'accent',
  passed: 'neutral',
  failed: 'warn',
};

interface WithdrawalsProps {
  /** The withdrawal whose clock is open; the list keeps its own where it is left out. */
  readonly watched?: number | null;
  readonly onWatchedChange?: (id: number | null) => void;
}

/** The user's withdrawals as they go on, with the clock of each. */
export function WithdrawalHistory({
  heading,
  ...clock
}: WithdrawalsProps & Pick<WalletHistoryProps, 'heading'>) {
  const text = useText();
  return (
    <WalletHistory heading={heading} title={text('withdraw.history')} file={<WithdrawalsFile />}>
      <Withdrawals {...clock} />
    </WalletHistory>
  );
}

function Withdrawals({ watched, onWatchedChange }: WithdrawalsProps) {
  const text = useText();
  const format = useFormatters();
  const masked = useMasked();
  const { query, rows } = useWithdrawalLog(useRecordFilter().times);
  const [own, setOwn] = useState<number | null>(null);
  const openId = watched === undefined ? own : watched;
  const setOpen = onWatchedChange ?? setOwn;
  const opened = rows?.find(({ id }) => id === openId);
  // the end of a withdrawal moves coins
  useBalancesAfter(rows?.filter(({ status }) => status !== 'review').length ?? 0);
  const empty = useEmptyWords(text('withdraw.history.none'), text('withdraw.history.none.text'));
  return (
    <>
      <DataTable
        label={text('withdraw.history')}
        density="roomy"
        rows={rows}
        rowKey={({ id }) => id}
        query={query}
        failedTitle={text('withdraw.history.notLoaded')}
        {...empty}
        columns={[
          { head: 'deposit.time', kind: 'time', cell: ({ time }) => format.dateTime(time) },
          { head: 'deposit.coin', card: 'title', cell: ({ coin }) => coin },
          {
            head: 'deposit.network',
            quiet: true,
            wraps: true,
            cell: (row) =>
              row.method === 'bank' ? text('withdraw.method.bank') : networkNameOf(text, row.network),
          },
          {
            head: 'withdraw.address',
            quiet: true,
            cell: ({ method, address }) => (
              <span className="figure" title={address}>
                {method === 'bank' ? address : shortHash(address)}
              </span>
            ),
          },
          {
            head: 'deposit.amount',
            kind: 'figure',
            card: 'corner',
            cell: ({ amount }) => masked(format.quantity(amount)),
          },
          {
            head: 'withdraw.arrives',
            kind: 'figure',
            cell: ({ arrives }) => masked(format.quantity(arrives)),
          },
          {
            head: 'deposit.status',
            cell: (row) => <Badge tone={row.isLate ? 'warn' : TONES[row.status]}>{stateOf(text, row)}</Badge>,
          },
          {
            head: 'withdraw.deadline',
            wraps: true,
            cell: ({ deadline, isLate }) =>
              deadline === null ? null : (
                <span className={cx(isLate && 'font-semibold text-warn')}>
                  {isLate
                    ? text('withdraw.deadline.late', { time: format.dateTime(deadline) })
                    : format.dateTime(deadline)}
                </span>
              ),
          },
          {
            head: 'withdraw.clock',
            kind: 'actions',
            cell: ({ id }) => (
              <Button variant="quiet" size="small" onClick={() => setOpen(id)}>
                {text('withdraw.clock')}
              </Button>
            ),
          },
        ]}
      />
      {opened !== undefined && <WithdrawalClock row={opened} onClose={() => setOpen(null)} />}
    </>
  );
}
