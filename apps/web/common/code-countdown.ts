import { useState } from 'react';
import { useSecondsUntil } from './use-now.ts';

/** Time until another code may be asked for. */
export interface CodeCountdown {
  /** 0 if one may be asked for now. */
  readonly waitSeconds: number;
  /** True once a code was sent. */
  readonly isSent: boolean;
  /** Takes the answer to a code that was sent. */
  readonly onSent: (sent: { readonly resendAt: number }) => void;
  /** Starts over, as for another contact. */
  readonly reset: () => void;
}

/** Counts down to the next code by the server's clock. */
export function useCodeCountdown(): CodeCountdown {
  const [resendAtMs, setResendAtMs] = useState<number | null>(null);
  return {
    waitSeconds: useSecondsUntil(resendAtMs ?? 0),
    isSent: resendAtMs !== null,
    onSent: ({ resendAt }) => setResendAtMs(resendAt),
    reset: () => setResendAtMs(null),
  };
}
