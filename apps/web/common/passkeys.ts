import type { CallData, CallInput, Calls } from '@candor/api';
import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';

type Options = CallData<Calls['getPasskeyLogin']>;

/** True where this browser has passkeys and this address may use them: https, or localhost. */
export const hasPasskeys = (): boolean =>
  browserSupportsWebAuthn() && (location.protocol === 'https:' || location.hostname === 'localhost');

/** Makes a passkey on this device. Rejects when the user leaves the browser's window. */
export async function makePasskey(options: Options) {
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const made = await startRegistration({ optionsJSON });
  return made as unknown as CallInput<Calls['addPasskey']>['body']['response'];
}

/** Signs a challenge with a passkey. Rejects when the user leaves the browser's window. */
export async function signWithPasskey(options: Options) {
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const signed = await startAuthentication({ optionsJSON });
  return signed as unknown as CallInput<Calls['passkeyLogin']>['body']['response'];
}
