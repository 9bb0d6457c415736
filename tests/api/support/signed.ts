import { type OwnedKey, type SignedMore, signedHeaders } from '../../support/signed-headers.ts';
import type { House } from './house.ts';
import { PASSWORD, type Person, type RawAnswer, send } from './person.ts';
import { sha256, stepUp } from './step-up.ts';

export { type OwnedKey, signedHeaders } from '../../support/signed-headers.ts';

export interface SignedOptions extends SignedMore {
  readonly time?: number;
  /** Headers that are sent beside, or instead of, the signed ones. */
  readonly headers?: Record<string, string>;
}

/** Sends a request that a key signed. */
export function sendSigned(
  house: House,
  key: OwnedKey,
  method: string,
  path: string,
  options: SignedOptions = {},
): Promise<RawAnswer> {
  const headers = {
    ...signedHeaders(key, method, path, options.time ?? house.now(), options),
    ...options.headers,
  };
  return send(house, method, path, { body: options.body, headers });
}

/** Makes a key for a person whose only factor is the password. */
export async function newKey(
  house: House,
  person: Person,
  more: Readonly<Record<string, unknown>> = {},
): Promise<OwnedKey> {
  const body = { name: 'Bot', scopes: ['trade'], addresses: [], expireDays: 30, ...more };
  const answer = await stepUp(house, person, { path: '/api/v1/coin/member/api', body }, [
    ['password', sha256(PASSWORD)],
  ]);
  const { key, secret } = answer.data as { key: { id: string }; secret: string };
  return { id: key.id, secret };
}
