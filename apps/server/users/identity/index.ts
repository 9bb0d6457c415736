export { agentName } from './agent-name.ts';
export { isCommonHash, isCommonPassword } from './common-passwords.ts';
export { countAccounts } from './count-accounts.ts';
export type { Device, Devices, LoginEntry, LoginMethod } from './devices.ts';
export { createEntrances, type Entrances } from './entrances.ts';
export type { EntryPart, NewDeviceLogin, SecondStep } from './entry.ts';
export type { EntryFactor, Guesser } from './entry-factors.ts';
export type { Favourites } from './favourites.ts';
export {
  type BrowserVisitor,
  type Credentials,
  type Entrance,
  type Entry,
  type Identity,
  type IdentityOptions,
  openIdentity,
  type Registration,
} from './identity.ts';
export type { IdentityLimits } from './limits.ts';
export { maskedAccount, readLoginName } from './names.ts';
export { endApiKeys, type NewSession, requireStanding, type Session } from './sessions.ts';
export { type User, usersAfter } from './users.ts';
