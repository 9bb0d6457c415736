import { generateSecret, generateURI, verify } from 'otplib';

const ISSUER = 'Candor console';
const TOLERANCE_SECONDS = 30;

/** A new secret for an authenticator app, and the URI that its QR code holds. */
export function newFactor(name: string): { readonly secret: string; readonly uri: string } {
  const secret = generateSecret();
  return { secret, uri: generateURI({ issuer: ISSUER, label: name, secret }) };
}

/**
 * The time step of a right code, 30 seconds early or late; null for a wrong one, and for one whose step is not after
 * `lastStep`, so that no code works twice.
 */
export async function stepOfCode(
  secret: string,
  code: string,
  lastStep: number,
  nowMs: number,
): Promise<number | null> {
  const result = await verify({
    secret,
    token: code,
    epoch: Math.floor(nowMs / 1000),
    epochTolerance: TOLERANCE_SECONDS,
  });
  return result.valid && 'timeStep' in result && result.timeStep > lastStep ? result.timeStep : null;
}
