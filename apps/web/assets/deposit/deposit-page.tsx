import { useText } from '@candor/ui';
import { DaysFilter } from '../../records/days-filter.tsx';
import { DepositsFile } from '../history-files.tsx';
import { HistoryHead } from '../history-head.tsx';
import { Deposit } from './deposit.tsx';
import { DepositHistory } from './deposit-history.tsx';
import { UnlistedTokens } from './unlisted-tokens.tsx';

const PAGE = 'mx-auto flex w-full max-w-330 flex-1 flex-col gap-4 px-4 pt-6 pb-16 sm:px-5 lg:pt-8';

/** Depositing coins, at the address of the wallet's own page. */
export function DepositPage() {
  return (
    <div className={PAGE}>
      <Deposit />
    </div>
  );
}

/** All deposits of the user. */
export function DepositHistoryPage() {
  const text = useText();
  return (
    <div className={PAGE}>
      <DaysFilter>
        {(fields) => (
          <>
            <HistoryHead
              title={<h1 className="text-20 font-semibold">{text('deposit.history')}</h1>}
              file={<DepositsFile />}
            />
            {fields}
            <DepositHistory />
          </>
        )}
      </DaysFilter>
      <UnlistedTokens />
    </div>
  );
}
