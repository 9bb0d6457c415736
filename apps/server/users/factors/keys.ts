import { createHmac, hkdfSync } from 'node:crypto';
import { createSeal, type Seal } from '../../base/authenticator/index.ts';

/** Keys of one secret that lies outside the database, each for one use. */
export interface FactorKeys {
  readonly seal: Seal;
  /** A keyed hash for one use: without the secret nobody can try values against it. */
  hash(use: 'recovery' | 'challenge' | 'passkey-user' | 'act', text: string | Buffer): Buffer;
}

export function createFactorKeys(secret: Uint8Array): FactorKeys {
  const keyOf = (use: string) => Buffer.from(hkdfSync('sha256', secret, '', `candor factors ${use}`, 32));
  const keys = {
    recovery: keyOf('recovery'),
    challenge: keyOf('challenge'),
    'passkey-user': keyOf('passkey-user'),
    act: keyOf('act'),
  };
  return {
    seal: createSeal(keyOf('seal')),
    hash: (use, text) => createHmac('sha256', keys[use]).update(text).digest(),
  };
}
