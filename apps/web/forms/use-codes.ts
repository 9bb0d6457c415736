import { useState } from 'react';
import { useCodeCountdown } from '../common/code-countdown.ts';
import { type Services, useServices } from '../data/index.ts';

/**
 * Target of a code: a contact that the visitor names or the user wants to bind, the user's own contact by the ticket
 * of a first step, or the contact of a request to remove lost factors.
 */
export type CodeTarget =
  | { readonly type: 'register' | 'reset'; readonly account: string }
  | { readonly type: 'login' | 'reset'; readonly ticket: string }
  | { readonly recovery: string }
  | { readonly bind: string };

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

function sendCode(client: Services['client'], contact: 'email' | 'phone', target: CodeTarget) {
  if ('recovery' in target) return client.call('recoveryCode', { body: { token: target.recovery } });
  if ('bind' in target) return client.call('bindingCode', { body: { type: contact, account: target.bind } });
  const { type } = target;
  const account = 'account' in target ? target.account : undefined;
  const ticket = 'ticket' in target ? { ticket: target.ticket } : {};
  return contact === 'email'
    ? client.call('sendEmailCode', {
        query: { type, ...ticket, ...(account === undefined ? {} : { email: account }) },
      })
    : client.call('sendMobileCode', {
        query: { type, ...ticket, ...(account === undefined ? {} : { phone: account }) },
      });
}

/** Sends codes by mail and SMS, and counts down to the next one. */
export function useCodes(): CodeSending {
  const { client } = useServices();
  const { waitSeconds, isSent, onSent, reset } = useCodeCountdown();
  const [isSending, setSending] = useState(false);
  return {
    waitSeconds,
    isSending,
    isSent,
    async send(contact, target) {
      setSending(true);
      try {
        onSent(await sendCode(client, contact, target));
      } finally {
        setSending(false);
      }
    },
    reset,
  };
}
