import { createStore, type EIP6963ProviderDetail } from 'mipd';
import { useSyncExternalStore } from 'react';

/** A wallet of this browser that announced itself (EIP-6963). Its icon is a `data:` image. */
export type Wallet = EIP6963ProviderDetail;

/** The part of a wallet's provider (EIP-1193) that the pages use. */
export interface Provider {
  request(call: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown>;
}

/** Asks the wallets of the browser for their names when the first page needs them, and hears of each later one. */
let store: ReturnType<typeof createStore> | undefined;
const wallets = () => {
  store ??= createStore();
  return store;
};

/** The wallets of this browser, in the order in which they announced themselves. */
export function useWallets(): readonly Wallet[] {
  return useSyncExternalStore(
    (listener) => wallets().subscribe(listener),
    () => wallets().getProviders(),
  );
}

/** The image of a wallet's icon; null where it is none that can be shown without asking a stranger's server. */
export function iconOf({ info: { icon } }: Wallet): string | null {
  return /^data:image\//.test(icon) ? icon : null;
}
