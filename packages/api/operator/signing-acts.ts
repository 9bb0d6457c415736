import { defineActs } from './define-acts.ts';

/** Acts on operators' signing keys. */
export const signingDeskActs = defineActs('signing', {
  registerSigningKey: { fingerprint: 'text' },
});
