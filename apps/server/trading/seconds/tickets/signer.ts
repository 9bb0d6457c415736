import { createHash, createPrivateKey, createPublicKey } from 'node:crypto';
import { TICKET_TYPE } from '@candor/proofs';
import { CompactSign } from 'jose';

/** The public key that tickets are checked with. */
export interface TicketPublicKey {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly x: string;
  readonly kid: string;
  readonly alg: 'EdDSA';
  readonly use: 'sig';
}

/** Signs the terms of what was accepted. The same terms always get the same signature. */
export interface TicketSigner {
  readonly publicKey: TicketPublicKey;
  sign(terms: object): Promise<string>;
}

/** Prefix of an Ed25519 seed in PKCS #8. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');
const SEED_BYTES = 32;

/** A signer with the key of this seed of 32 bytes. Throws RangeError for another length. */
export function createTicketSigner(seed: Uint8Array): TicketSigner {
  if (seed.length !== SEED_BYTES) throw new RangeError(`an Ed25519 seed has ${SEED_BYTES} bytes`);
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' });
  const { x } = createPublicKey(key).export({ format: 'jwk' }) as { readonly x: string };
  // The thumbprint of RFC 7638.
  const kid = createHash('sha256').update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest('base64url');
  const header = { alg: 'EdDSA', typ: TICKET_TYPE, kid };
  return {
    publicKey: { kty: 'OKP', crv: 'Ed25519', x, kid, alg: 'EdDSA', use: 'sig' },
    sign: (terms) => new CompactSign(Buffer.from(JSON.stringify(terms))).setProtectedHeader(header).sign(key),
  };
}
