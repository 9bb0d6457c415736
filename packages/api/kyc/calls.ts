import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { fileLink } from '../files/calls.ts';
import { timeMs } from '../scalars.ts';
import { documentText, isIdNumber, isPersonName, MAX_RAW_LENGTH } from './person-text.ts';
import { documentTypes, kycLapses, kycRejections } from './rules.ts';

/** A name as documents hold names, in any script. */
export const personName = z.string().max(MAX_RAW_LENGTH).refine(isPersonName).overwrite(documentText);
const idNumber = z.string().max(MAX_RAW_LENGTH).refine(isIdNumber).overwrite(documentText);
const country = z.string().regex(/^[A-Z]{2}$/);
const documentType = z.enum(documentTypes);

const advanced = {
  level: z.literal('advanced'),
  country,
  front: fileLink,
  handheld: fileLink,
};

/** Fields of a level. Photos are files of the user: the links that uploads answered. */
export const kycForm = z.union([
  z.strictObject({ level: z.literal('primary'), name: personName, idNumber }),
  z.strictObject({ ...advanced, documentType: z.literal('idCard'), back: fileLink }),
  z.strictObject({ ...advanced, documentType: z.literal('passport'), back: fileLink.optional() }),
]);

/** The same fields wherever they come from; together they are a `kycForm`. */
const kycFields = z.strictObject({
  level: z.enum(['primary', 'advanced']).optional(),
  name: personName.optional(),
  idNumber: idNumber.optional(),
  country: country.optional(),
  documentType: documentType.optional(),
  front: fileLink.optional(),
  back: fileLink.optional(),
  handheld: fileLink.optional(),
});

const state = z.enum(['none', 'pending', 'approved', 'rejected']);

const level = {
  state,
  /** Why it was rejected, or ended by itself; null in any other state. */
  reason: z.enum([...kycRejections, ...kycLapses]).nullable(),
  /** Counts the submissions; 0 before the first one. */
  version: z.number().int(),
  submitTime: timeMs.nullable(),
  /** By when a pending submission is decided. */
  dueTime: timeMs.nullable(),
};

/** Verification state of the signed-in user. Names and numbers are masked. */
export const certification = z.strictObject({
  primary: z.strictObject({ ...level, name: z.string().nullable(), idNumber: z.string().nullable() }),
  advanced: z.strictObject({
    ...level,
    country: z.string().nullable(),
    documentType: documentType.nullable(),
  }),
  email: z.strictObject({ state: z.enum(['none', 'approved']), masked: z.string() }),
  reviewHours: z.number().int(),
});

const submit = {
  method: 'POST',
  section: 'account',
  auth: 'required',
  act: true,
  data: certification,
} as const;

export const kycCalls = defineCalls({
  uploadKYC: defineCall({
    ...submit,
    cost: 5,
    path: '/api/user/uploadKYC',
    summary:
      'Submits a level of the identity check, in the query or, so that no log of addresses has it, in the body. A later submission takes the place of one that waits.',
    query: kycFields,
    body: kycFields,
  }),
  verified: defineCall({
    ...submit,
    cost: 5,
    path: '/api/{head}/coin/member/verified',
    summary: 'The same as uploadKYC, in the body alone.',
    body: kycForm,
  }),
  getMemberOtherData: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/member/getMemberOtherData/yhrzxx',
    section: 'account',
    summary: 'Returns how far the signed-in user is verified, by level.',
    auth: 'required',
    data: certification,
  }),
});

export type KycForm = z.output<typeof kycForm>;
export type Certification = z.output<typeof certification>;
