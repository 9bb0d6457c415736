import { plainCode } from '@candor/api';
import { generate, generateSecret, generateURI, verify } from 'otplib';

const TOLERANCE_SECONDS = 30;

/** A new secret for an authenticator app, and the URI that its QR code holds; the app shows issuer and name. */
export function newFactor(issuer: string, name: string): { readonly secret: string; readonly uri: string } {
  const secret = generateSecret();
  return { secret, uri: generateURI({ issuer, label: name, secret }) };
}

/** The codes of a secret that pass at a time: of this step, the one before and the one after. */
export function codesAround(secret: string, nowMs: number): Promise<string[]> {
  const epoch = Math.floor(nowMs / 1000);
  return Promise.all(
    [-TOLERANCE_SECONDS, 0, TOLERANCE_SECONDS].map((late) => generate({ secret, epoch: epoch + late })),
  );
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
