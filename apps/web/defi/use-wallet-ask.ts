import { useText } from '@candor/ui';
import { useState } from 'react';
import { useMiningOverview } from '../data/index.ts';
import { type WalletFault, WalletRefusal } from './wallet-calls.ts';

/** Something that is asked of a wallet: its user may take minutes to answer, or say no. */
export interface WalletAsk {
  readonly isAsking: boolean;
  /** Why the last one was not done, in words; null where it was, or was none. */
  readonly problem: string | null;
  /** Any other error of the last one: one of ours. */
  readonly error: unknown;
  /** Asks; returns null where the wallet refused. One at a time. */
  ask<Answer>(question: () => Promise<Answer>): Promise<Answer | null>;
}

/** Asks a wallet, and says in words why it did not do it. */
export function useWalletAsk(): WalletAsk {
  const text = useText();
  const { data } = useMiningOverview();
  const [isAsking, setAsking] = useState(false);
  const [fault, setFault] = useState<WalletFault | null>(null);
  const [error, setError] = useState<unknown>(null);
  const registry = data?.registry ?? null;
  const problem =
    fault === null
      ? null
      : fault === 'otherChain'
        ? text('defi.wallet.otherChain', {
            network: registry?.chainName ?? '',
            chain: String(registry?.chainId ?? ''),
          })
        : text(`defi.wallet.${fault}`);
  return {
    isAsking,
    problem,
    error,
    ask: async (question) => {
      if (isAsking) return null;
      setAsking(true);
      setFault(null);
      setError(null);
      try {
        return await question();
      } catch (cause) {
        if (cause instanceof WalletRefusal) setFault(cause.fault);
        else setError(cause);
        return null;
      } finally {
        setAsking(false);
      }
    },
  };
}
