import { WalletFrame } from '../wallet-frame.tsx';
import { Deposit } from './deposit.tsx';
import { DepositHistory } from './deposit-history.tsx';
import { UnlistedTokens } from './unlisted-tokens.tsx';

/** Depositing coins, at the address of the wallet's own page. */
export function DepositPage() {
  return (
    <WalletFrame>
      <Deposit />
    </WalletFrame>
  );
}

/** All deposits of the user. */
export function DepositHistoryPage() {
  return (
    <WalletFrame>
      <DepositHistory heading="h1" />
      <UnlistedTokens />
    </WalletFrame>
  );
}
