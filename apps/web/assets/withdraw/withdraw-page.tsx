import { useText } from '@candor/ui';
import { DaysFilter } from '../../records/days-filter.tsx';
import { WithdrawalsFile } from '../history-files.tsx';
import { HistoryHead } from '../history-head.tsx';
import { Withdraw } from './withdraw.tsx';
import { WithdrawalHistory } from './withdrawal-history.tsx';

const PAGE = 'mx-auto flex w-full max-w-330 flex-1 flex-col gap-4 px-4 pt-6 pb-16 sm:px-5 lg:pt-8';

/** Withdrawing coins, at the address of the wallet's own page. */
export function WithdrawPage() {
  return (
    <div className={PAGE}>
      <Withdraw />
    </div>
  );
}

/** All withdrawals of the user. */
export function WithdrawalHistoryPage() {
  const text = useText();
  return (
    <div className={PAGE}>
      <DaysFilter>
        {(fields) => (
          <>
            <HistoryHead
              title={<h1 className="text-20 font-semibold">{text('withdraw.history')}</h1>}
              file={<WithdrawalsFile />}
            />
            {fields}
            <WithdrawalHistory />
          </>
        )}
      </DaysFilter>
    </div>
  );
}
