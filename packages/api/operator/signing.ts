import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { typedSixDigits } from '../identity/calls.ts';
import { timeMs } from '../scalars.ts';
import { publicKey, signature } from './fields.ts';

const fingerprint = z.string();

const signingKeys = z.strictObject({
  /** The registered key of the signed-in operator; null for none. */
  own: z
    .strictObject({
      publicKey,
      fingerprint,
      createTime: timeMs,
      /** Under which the signer accepts it; null while it does not. */
      acceptedAs: z.string().nullable(),
    })
    .nullable(),
  /** The keys on the signer's own list; null while the signer does not answer. */
  accepted: z.array(z.strictObject({ operator: z.string(), fingerprint })).nullable(),
});

export const signingDeskCalls = defineCalls({
  getSigningKeys: defineCall({
    method: 'GET',
    path: '/api/console/signingKeys',
    section: 'operator',
    summary: 'Returns the signing key of the signed-in operator and the keys that the signer accepts.',
    auth: 'required',
    data: signingKeys,
  }),
  registerSigningKey: defineCall({
    method: 'POST',
    path: '/api/console/signingKeys',
    section: 'operator',
    summary:
      'Registers the public key that the operator’s browser made, in the place of an earlier one, by a code and a signature of the new key. The signer accepts it only after a command on its own machine. Logged.',
    auth: 'required',
    act: true,
    body: z.strictObject({ publicKey, signature, code: typedSixDigits }),
    data: signingKeys,
  }),
});

export type SigningKeys = z.output<typeof signingKeys>;
