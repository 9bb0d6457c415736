export type { Favourites } from './favourites.ts';
export {
  type Credentials,
  type Entrance,
  type Identity,
  type IdentityOptions,
  openIdentity,
  type Registration,
  type Visitor,
} from './identity.ts';
export {
  createKnownDevices,
  type DeviceToken,
  type KnownDevice,
  type KnownDevices,
  makeKnownDevices,
} from './known-devices.ts';
export type { IdentityLimits } from './limits.ts';
export { createLoginLimits, type LoginAttempt } from './login-limits.ts';
export { maskedAccount } from './names.ts';
export { hashPassword, passwordMatches } from './passwords.ts';
export { type NewSession, type Session, TOKEN_AGE_MS } from './sessions.ts';
export type { User } from './users.ts';
