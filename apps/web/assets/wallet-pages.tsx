import { Records } from './bills/records.tsx';
import { Overview } from './overview/overview.tsx';
import { WalletFrame } from './wallet-frame.tsx';

/** The user's assets, at the address of the wallet's own page. */
export function WalletAssetsPage() {
  return (
    <WalletFrame>
      <Overview />
    </WalletFrame>
  );
}

/** The user's bills, at the address of the wallet's own page. */
export function WalletBillsPage() {
  return (
    <WalletFrame>
      <Records />
    </WalletFrame>
  );
}
