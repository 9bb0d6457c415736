import type { SigningKeys, signingDeskCalls } from '@candor/api';
import { fingerprintOf } from '../../../signer/index.ts';
import { deviceOf } from '../../gateway/http/cookie.ts';
import type { DeskDeps, DeskHandlers } from './desk.ts';
import type { Operator } from './operator-types.ts';

/** Operators' signing keys: their own, and those that the signer accepts. Nothing here changes the signer's list. */
export function signingDesk({
  operators: { people },
  acceptedKeys,
  secure,
}: DeskDeps): DeskHandlers<typeof signingDeskCalls> {
  async function shown(operator: Operator): Promise<SigningKeys> {
    const [own, accepted] = await Promise.all([people.signingKey(operator), acceptedKeys()]);
    if (own === null) return { own, accepted };
    const { publicKey, registeredAtMs } = own;
    const fingerprint = fingerprintOf(publicKey);
    const known = accepted?.find((key) => key.fingerprint === fingerprint);
    return {
      own: { publicKey, fingerprint, createTime: registeredAtMs, acceptedAs: known?.operator ?? null },
      accepted,
    };
  }

  return {
    getSigningKeys: ({ session }) => shown(session),
    async registerSigningKey({ session, body, ip, headers }) {
      const visitor = { ip, deviceToken: deviceOf('operator-device', headers, secure) };
      await people.registerSigningKey(session, body, visitor);
      return shown(session);
    },
  };
}
