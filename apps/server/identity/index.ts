export type { Favourites } from './favourites.ts';
export {
  type Credentials,
  type Identity,
  type IdentityOptions,
  openIdentity,
  type Registration,
} from './identity.ts';
export type { IdentityLimits } from './limits.ts';
export { maskedAccount } from './names.ts';
export { hashPassword, passwordMatches } from './passwords.ts';
export { type NewSession, type Session, TOKEN_AGE_MS } from './sessions.ts';
export type { User } from './users.ts';
