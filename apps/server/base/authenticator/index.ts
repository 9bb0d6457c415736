export { createSeal, type Seal } from './seal.ts';
export { codesAround, newFactor, stepOfCode } from './totp.ts';
