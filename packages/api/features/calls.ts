import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { FEATURES } from './constants.ts';

export const feature = z.enum(FEATURES);

/** ISO 3166 alpha-2. */
export const countryCode = z.string().regex(/^[A-Z]{2}$/);

const features = z.strictObject({
  /** The caller's country and what it is known from; null for a visitor and where it is not known. */
  country: z
    .strictObject({ code: countryCode, source: z.enum(['kyc', 'registration', 'declared']) })
    .nullable(),
  features: z.array(
    z.strictObject({
      feature,
      /** True if it is open for the caller. */
      open: z.boolean(),
      /** Why it is closed, in the operator's words; null where it is open or no operator closed it. */
      reason: z.string().nullable(),
    }),
  ),
});

export const featureCalls = defineCalls({
  getFeatures: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/open/features',
    section: 'account',
    summary: 'Lists which products are open in the country of the signed-in user, and why others are not.',
    auth: 'optional',
    keyScope: 'read',
    data: features,
  }),
  declareCountry: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/member/country',
    section: 'account',
    summary:
      'Declares the country of a user of whom none is known. It is declared once; a verification replaces it.',
    auth: 'required',
    act: true,
    body: z.strictObject({ country: countryCode }),
    data: features,
  }),
});

export type Features = z.output<typeof features>;
