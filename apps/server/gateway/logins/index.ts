export type { LoginProof } from '@candor/api';
export type { HashSender } from './hash-queue.ts';
export {
  createKnownDevices,
  type DeviceToken,
  type KnownDevice,
  type KnownDevices,
  type Visitor,
} from './known-devices.ts';
export { createLimitCounts, type LimitCounts } from './limit-counts.ts';
export { createLoginLimits, type LoginAttempt } from './login-limits.ts';
export { createLoginProofs, type LoginProofs } from './login-proof.ts';
export {
  hashedPasswordMatches,
  hashHashedPassword,
  hashPassword,
  isHashingBusy,
  passwordMatches,
} from './passwords.ts';
