import type { ReactNode } from 'react';

/** The frame of a wallet's page at an address of its own, without the panels of the assets page beside it. */
export function WalletFrame({ children }: { readonly children: ReactNode }) {
  return (
    <div className="mx-auto flex w-full max-w-330 flex-1 flex-col gap-4 px-4 pt-6 pb-16 sm:px-5 lg:pt-8">
      {children}
    </div>
  );
}
