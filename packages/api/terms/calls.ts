import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { timeMs, wholeText } from '../scalars.ts';

const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^[^\p{Cc}]*$/u);

/** Terms in one language: short sections, each of paragraphs. */
export const termsText = z.strictObject({
  title: line(120),
  sections: z
    .array(z.strictObject({ heading: line(120), text: z.array(line(1_000)).min(1).max(10) }))
    .min(1)
    .max(30),
});

export const termsVersion = z.strictObject({
  version: z.number().int(),
  publishedTime: timeMs,
  /** Why it replaced the one before; '' for the first. */
  reason: z.string(),
});

const accepted = z.strictObject({ version: z.number().int(), time: timeMs });

const termsNumber = z.number().int().min(1).max(1_000_000);

export const termsCalls = defineCalls({
  getTerms: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/open/terms',
    section: 'account',
    summary:
      'Returns the terms of service in the language of the request: the current version or an older one, and the list of all. Null before any was published.',
    auth: 'none',
    cost: 3,
    isShared: true,
    query: z.strictObject({ version: wholeText(1, 1_000_000).optional() }),
    data: z
      .strictObject({
        ...termsVersion.shape,
        currentVersion: z.number().int(),
        text: termsText,
        /** All versions, the newest first. */
        versions: z.array(termsVersion),
      })
      .nullable(),
  }),
  getTermsState: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/member/terms',
    section: 'account',
    summary: 'Returns the current version of the terms, and the newest that the signed-in user accepted.',
    auth: 'required',
    data: z.strictObject({ current: termsVersion.nullable(), accepted: accepted.nullable() }),
  }),
  acceptTerms: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/member/terms',
    section: 'account',
    summary:
      'Accepts the current version of the terms. Nothing waits for it: withdrawals and closing never do.',
    auth: 'required',
    act: true,
    body: z.strictObject({ version: termsNumber }),
    data: accepted,
  }),
});

export type TermsText = z.output<typeof termsText>;
export type TermsVersion = z.output<typeof termsVersion>;
