import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const ORIGIN = 'http://localhost:8080';
const ID_BYTES = 32;
const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const base64url = (data: Buffer | string) => Buffer.from(data).toString('base64url');

/** The head of a CBOR item: its major type, and a length below 65,536. */
function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 0xff]);
}
const text = (value: string) => Buffer.concat([head(3, value.length), Buffer.from(value)]);
const bytes = (value: Buffer) => Buffer.concat([head(2, value.length), value]);
const integer = (value: number) => (value >= 0 ? head(0, value) : head(1, -1 - value));

export interface SoftPasskey {
  readonly id: string;
  /** Answers the options of a new passkey. */
  create(options: Record<string, unknown>): Record<string, unknown>;
  /** Signs the options of a login or a step-up. `verified` false leaves user verification out. */
  get(
    options: Record<string, unknown>,
    how?: { readonly verified?: boolean; readonly origin?: string },
  ): Record<string, unknown>;
}

/** An authenticator in software: one ES256 passkey for `localhost`, without attestation. */
export function softPasskey(): SoftPasskey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(ID_BYTES);
  let counter = 0;
  const jwk = publicKey.export({ format: 'jwk' });
  const coordinate = (name: 'x' | 'y') => Buffer.from(jwk[name] as string, 'base64url');
  const cose = Buffer.concat([
    head(5, 5),
    integer(1),
    integer(2),
    integer(3),
    integer(-7),
    integer(-1),
    integer(1),
    integer(-2),
    bytes(coordinate('x')),
    integer(-3),
    bytes(coordinate('y')),
  ]);
  const authData = (flags: number, attested: Buffer) => {
    counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256('localhost'), Buffer.from([flags]), count, attested]);
  };
  const clientData = (type: string, options: Record<string, unknown>, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge: options.challenge, origin, crossOrigin: false }));
  const credential = {
    id: base64url(id),
    rawId: base64url(id),
    type: 'public-key',
    clientExtensionResults: {},
  };
  return {
    id: credential.id,
    create(options) {
      const length = Buffer.from([0, ID_BYTES]);
      const data = authData(
        PRESENT | VERIFIED | ATTESTED,
        Buffer.concat([Buffer.alloc(16), length, id, cose]),
      );
      const attestationObject = Buffer.concat([
        head(5, 3),
        text('fmt'),
        text('none'),
        text('attStmt'),
        head(5, 0),
        text('authData'),
        bytes(data),
      ]);
      return {
        ...credential,
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', options, ORIGIN)),
          attestationObject: base64url(attestationObject),
        },
      };
    },
    get(options, { verified = true, origin = ORIGIN } = {}) {
      const data = authData(PRESENT | (verified ? VERIFIED : 0), Buffer.alloc(0));
      const client = clientData('webauthn.get', options, origin);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return {
        ...credential,
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(signature),
        },
      };
    },
  };
}
