import { z } from 'zod';

/**
 * The parts of WebAuthn that travel as JSON, as browsers write them. Bytes are base64url. Keys and signatures may be of
 * ML-DSA, whose largest signature has 4,627 bytes.
 */
const bytes = (most: number) =>
  z
    .string()
    .regex(/^[A-Za-z0-9_-]*$/)
    .max(most);
const extensionResults = z.record(z.string().max(64), z.unknown());
const attachment = z.enum(['platform', 'cross-platform']).optional();

const credential = {
  id: bytes(2_000).min(1),
  rawId: bytes(2_000).min(1),
  type: z.literal('public-key'),
  clientExtensionResults: extensionResults,
  authenticatorAttachment: attachment,
};

/** A browser's answer to the options for a new passkey. */
export const registrationResponse = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: bytes(4_000),
    attestationObject: bytes(16_000),
    authenticatorData: bytes(4_000).optional(),
    transports: z.array(z.string().max(32)).max(8).optional(),
    publicKeyAlgorithm: z.number().int().optional(),
    publicKey: bytes(8_000).optional(),
  }),
});

/** A passkey's signature and its data. */
export const authenticationResponse = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: bytes(4_000),
    authenticatorData: bytes(4_000),
    signature: bytes(8_000),
    userHandle: bytes(200).optional(),
  }),
});

/** Options for `navigator.credentials`, in JSON. */
export const webAuthnOptions = z.record(z.string(), z.unknown());
