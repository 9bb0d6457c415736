import { useEffect, useState } from 'react';
import { useServices } from '../data/index.ts';

/** Where a code goes: a contact that the visitor names, or the user's own contact by the ticket of a first step. */
export type CodeTarget =
  | { readonly type: 'register' | 'reset'; readonly account: string }
  | { readonly type: 'login' | 'reset'; readonly ticket: string };

export interface CodeSending {
  /** Seconds until another code may be asked for; 0 if one may now. */
  readonly waitSeconds: number;
  readonly isSending: boolean;
  /** True once a code was sent. */
  readonly isSent: boolean;
  /** @throws CallError when it is refused. */
  send(contact: 'email' | 'phone', target: CodeTarget): Promise<void>;
  /** Starts over, as for another contact. */
  reset(): void;
}

const SECOND_MS = 1_000;

/** Sends codes by mail and SMS, and counts down to the next one. */
export function useCodes(): CodeSending {
  const { client, serverNowMs } = useServices();
  const [resendAtMs, setResendAtMs] = useState<number | null>(null);
  const [nowMs, setNowMs] = useState(0);
  const [isSending, setSending] = useState(false);
  const isWaiting = resendAtMs !== null && nowMs < resendAtMs;

  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => setNowMs(serverNowMs()), SECOND_MS);
    return () => clearInterval(timer);
  }, [isWaiting, serverNowMs]);

  return {
    waitSeconds: isWaiting ? Math.ceil((resendAtMs - nowMs) / SECOND_MS) : 0,
    isSending,
    isSent: resendAtMs !== null,
    async send(contact, target) {
      setSending(true);
      try {
        const { type } = target;
        const account = 'account' in target ? target.account : undefined;
        const ticket = 'ticket' in target ? { ticket: target.ticket } : {};
        const sent =
          contact === 'email'
            ? await client.call('sendEmailCode', {
                query: { type, ...ticket, ...(account === undefined ? {} : { email: account }) },
              })
            : await client.call('sendMobileCode', {
                query: { type, ...ticket, ...(account === undefined ? {} : { phone: account }) },
              });
        setNowMs(serverNowMs());
        setResendAtMs(sent.resendAt);
      } finally {
        setSending(false);
      }
    },
    reset() {
      setResendAtMs(null);
    },
  };
}
