import { Records } from './bills/records.tsx';
import { Overview } from './overview/overview.tsx';

const PAGE = 'mx-auto w-full max-w-330 flex-1 px-4 pt-6 pb-16 sm:px-5 lg:pt-8';

/** The user's assets, at the address of the wallet's own page. */
export function WalletAssetsPage() {
  return (
    <div className={PAGE}>
      <Overview />
    </div>
  );
}

/** The user's bills, at the address of the wallet's own page. */
export function WalletBillsPage() {
  return (
    <div className={PAGE}>
      <Records />
    </div>
  );
}
