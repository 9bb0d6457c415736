import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { language } from '../identity/calls.ts';
import { timeMs } from '../scalars.ts';
import { termsText, termsVersion } from '../terms/calls.ts';
import { proposal } from './approvals.ts';
import { reason } from './fields.ts';

const texts = z.partialRecord(language, termsText);

/** The terms as operators keep them: what is published, what is being written, and what waits for approval. */
export const operatorTerms = z.strictObject({
  versions: z.array(termsVersion),
  /** The texts of the current version. */
  current: texts,
  /** The texts that the next version would have. */
  draft: texts,
  /** Languages whose draft differs from the current version. */
  changed: z.array(language),
  proposed: z.array(z.strictObject({ proposalId: z.number().int(), createTime: timeMs, texts })),
});

export const termsDeskCalls = defineCalls({
  getOperatorTerms: defineCall({
    method: 'GET',
    path: '/api/console/terms',
    section: 'operator',
    summary: 'Returns the versions of the terms, the draft of the next one, and what waits for approval.',
    auth: 'required',
    data: operatorTerms,
  }),
  draftTerms: defineCall({
    method: 'POST',
    path: '/api/console/terms/draft/{language}',
    section: 'operator',
    summary: 'Writes the draft of a language. Nobody but operators reads it.',
    auth: 'required',
    act: true,
    params: z.strictObject({ language }),
    body: z.strictObject({ ...termsText.shape, reason }),
    data: operatorTerms,
  }),
  publishTerms: defineCall({
    method: 'POST',
    path: '/api/console/terms',
    section: 'operator',
    summary:
      'Proposes the draft as the next version, in all languages, with a reason that users read. Older versions stay readable.',
    auth: 'required',
    act: true,
    body: z.strictObject({ reason }),
    data: proposal,
  }),
});

export type OperatorTerms = z.output<typeof operatorTerms>;
