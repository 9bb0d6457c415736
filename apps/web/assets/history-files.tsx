import type { RechargeRow, WithdrawalRow } from '@candor/api';
import { type CsvColumn, DownloadCsv } from '@candor/ui';
import { CSV_PAGE_SIZE, useLoadDeposits, useLoadWithdrawals } from '../data/index.ts';
import { useRecordFilter } from '../records/record-filter.tsx';

const deposits: readonly CsvColumn<RechargeRow>[] = [
  ['time', ({ time }, at) => at(time)],
  ['order', ({ orderNo }) => orderNo],
  ['coin', ({ coin }) => coin],
  ['method', ({ method }) => method],
  ['network', ({ network }) => network],
  ['amount', ({ amount }) => amount],
  ['credited', ({ credited }) => credited],
  ['state', ({ state }) => state],
  ['reason', ({ reason }) => reason],
  ['address', ({ address }) => address],
  ['sender', ({ sender }) => sender],
  ['transaction', ({ transactionHash }) => transactionHash],
  ['block', ({ block }) => block],
];

const withdrawals: readonly CsvColumn<WithdrawalRow>[] = [
  ['time', ({ time }, at) => at(time)],
  ['id', ({ id }) => id],
  ['coin', ({ coin }) => coin],
  ['method', ({ method }) => method],
  ['network', ({ network }) => network],
  ['address', ({ address }) => address],
  ['amount', ({ amount }) => amount],
  ['fee', ({ fee }) => fee],
  ['arrives', ({ arrives }) => arrives],
  ['state', ({ state }) => state],
  ['reason', ({ reason }) => reason],
  ['transaction', ({ transaction }) => transaction],
  ['reference', ({ reference }) => reference],
];

/** Saves the deposits that the filter leaves as a file. */
export function DepositsFile() {
  return (
    <DownloadCsv
      name="deposits"
      columns={deposits}
      load={useLoadDeposits(useRecordFilter().times, CSV_PAGE_SIZE)}
    />
  );
}

/** Saves the withdrawals that the filter leaves as a file. */
export function WithdrawalsFile() {
  return (
    <DownloadCsv
      name="withdrawals"
      columns={withdrawals}
      load={useLoadWithdrawals(useRecordFilter().times, CSV_PAGE_SIZE)}
    />
  );
}
