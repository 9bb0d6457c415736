import { defineActs } from './define-acts.ts';

/** Acts on the terms of service; `languages` are those whose text differs from the version before. */
export const termsDeskActs = defineActs('terms', {
  draftTerms: { language: 'text' },
  publishTerms: { version: 'text', digest: 'text', languages: 'text' },
});
