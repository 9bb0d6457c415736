import { plainCode } from '@candor/api';
import { generateSecret, generateURI, verify } from 'otplib';

const TOLERANCE_SECONDS = 30;

/** A new secret for an authenticator app, and the URI that its QR code holds; the app shows issuer and name. */
export function newFactor(issuer: string, name: string): { readonly secret: string; readonly uri: string } {
  const secret = generateSecret();
  return { secret, uri: generateURI({ issuer, label: name, secret }) };
}

/**
 * The time step of a right code, 30 seconds early or late; null for a wrong one, and `used` for one whose step is not after
 * `lastStep`, so that no code works twice. Spaces and dashes of the app are taken out.
 */
export async function stepOfCode(
  secret: string,
  code: string,
  lastStep: number,
  nowMs: number,
): Promise<number | 'used' | null> {
  const token = plainCode(code);
  if (!/^\d{6}$/.test(token)) return null;
  const result = await verify({
    secret,
    token,
    epoch: Math.floor(nowMs / 1000),
    epochTolerance: TOLERANCE_SECONDS,
  });
  if (!result.valid || !('timeStep' in result)) return null;
  return result.timeStep > lastStep ? result.timeStep : 'used';
}
