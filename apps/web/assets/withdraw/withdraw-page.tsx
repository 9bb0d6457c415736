import { WalletFrame } from '../wallet-frame.tsx';
import { Withdraw } from './withdraw.tsx';
import { WithdrawalHistory } from './withdrawal-history.tsx';

/** Withdrawing coins, at the address of the wallet's own page. */
export function WithdrawPage() {
  return (
    <WalletFrame>
      <Withdraw />
    </WalletFrame>
  );
}

/** All withdrawals of the user. */
export function WithdrawalHistoryPage() {
  return (
    <WalletFrame>
      <WithdrawalHistory heading="h1" />
    </WalletFrame>
  );
}
