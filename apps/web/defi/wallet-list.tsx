import { cx, useText } from '@candor/ui';
import { iconOf, useWallets, type Wallet } from './wallets.ts';

interface WalletListProps {
  readonly onChoose: (wallet: Wallet) => void;
  readonly disabled: boolean;
}

/** The wallets of this browser to choose from, or how to come by one. */
export function WalletList({ onChoose, disabled }: WalletListProps) {
  const text = useText();
  const wallets = useWallets();
  if (wallets.length === 0)
    return <p className="rounded-base bg-ground p-4 text-14 text-ink-2">{text('defi.wallet.none')}</p>;
  return (
    <ul aria-label={text('defi.wallet.choose')} className="flex flex-col gap-2 sm:flex-row sm:flex-wrap">
      {wallets.map((wallet) => (
        <li key={wallet.info.uuid}>
          <button
            type="button"
            disabled={disabled}
            onClick={() => onChoose(wallet)}
            className={cx(
              'flex min-h-11 w-full items-center gap-3 rounded-base border border-rule px-4 py-2 text-14 font-medium transition-colors sm:w-auto',
              disabled ? 'text-ink-3' : 'hover:border-edge hover:bg-ground active:bg-wash',
            )}
          >
            <WalletIcon wallet={wallet} />
            <span className="wrap-anywhere">{wallet.info.name}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function WalletIcon({ wallet }: { readonly wallet: Wallet }) {
  const icon = iconOf(wallet);
  if (icon === null)
    return (
      <span
        aria-hidden="true"
        className="flex size-6 items-center justify-center rounded-small bg-wash text-12"
      >
        {wallet.info.name.slice(0, 1)}
      </span>
    );
  return <img src={icon} alt="" className="size-6 rounded-small" />;
}
