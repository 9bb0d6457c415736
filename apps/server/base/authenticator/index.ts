export { createSeal, type Seal } from './seal.ts';
export { newFactor, stepOfCode } from './totp.ts';
