import type { recoveryCalls } from '@candor/api';
import { refuseLate } from '../../engine/acts/index.ts';
import type { Handlers } from '../../gateway/http/index.ts';
import type { Requests } from './requests.ts';

export interface RecoveryHandlersDeps {
  readonly recovery: { readonly requests: Requests };
  readonly now: () => number;
}

export function recoveryHandlers({ recovery, now }: RecoveryHandlersDeps): Handlers<typeof recoveryCalls> {
  const { requests } = recovery;
  return {
    openRecovery: ({ body, headers, language }) => requests.open(body, { headers, language }),
    openOwnRecovery: ({ session, headers, language }) =>
      requests.open({ act: 'session', userId: session.userId }, { headers, language }),
    async recoveryCode({ body, ip, headers, language }) {
      const { expiresAtMs, resendAtMs } = await requests.sendCode(body.token, { ip, headers, language });
      return { expiresAt: expiresAtMs, resendAt: resendAtMs };
    },
    recoveryPhoto: ({ query, file }) => requests.takePhoto(query.token, file),
    submitRecovery({ body }) {
      refuseLate(now());
      return requests.submit(body.token, body.code ?? null, body.photo ?? null);
    },
    getRecovery: ({ body }) => requests.state(body.token),
    async cancelRecovery({ body }) {
      refuseLate(now());
      await requests.cancelBy(body.token);
      return null;
    },
    getOwnRecovery: ({ session }) => requests.own(session.userId),
    async cancelOwnRecovery({ session }) {
      refuseLate(now());
      await requests.cancelOwn(session.userId);
      return null;
    },
  };
}
