import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { deviceId, knownDevice, loginProof, typedPassword, typedSixDigits } from '../identity/calls.ts';
import { nothing, timeMs } from '../scalars.ts';
import { operatorRoles } from './roles.ts';

const role = z.enum(operatorRoles);

const operatorSession = z.strictObject({
  token: z.string(),
  operator: z.strictObject({ operatorId: z.number().int(), name: z.string(), role }),
  expiresAt: timeMs,
});

const firstStep = z.strictObject({
  ticket: z.string(),
  expiresAt: timeMs,
  /** True where the second step sets the password: after a setup secret or a link. */
  setsPassword: z.boolean(),
  /** Only until the factor is enrolled: what the authenticator app needs. */
  enrolment: z.strictObject({ secret: z.string(), uri: z.string() }).nullable(),
});

export const accountDeskCalls = defineCalls({
  operatorLogin: defineCall({
    method: 'POST',
    path: '/api/console/login',
    section: 'operator',
    summary:
      'Takes the first step of a login: name and password. Returns a ticket for the second step, and at the first login a new factor.',
    auth: 'none',
    body: z.strictObject({
      name: z
        .string()
        .min(1)
        .max(64)
        .regex(/^[^\p{Cc}\p{Cs}\p{Cf}]*$/u),
      password: typedPassword,
      /** Work that shows that the attempt costs something, where LOGIN_PROOF_NEEDED asked for it. */
      proof: loginProof.optional(),
    }),
    data: firstStep,
  }),
  openOperatorSetup: defineCall({
    method: 'POST',
    path: '/api/console/setup',
    section: 'operator',
    summary:
      'Takes the first step of a newcomer: the link of the mail. Returns a ticket for the second step, which sets the password and enrols the factor. The link ends with it.',
    auth: 'none',
    body: z.strictObject({ link: z.string().regex(/^[A-Za-z0-9_-]{43}$/) }),
    data: z.strictObject({ ...firstStep.shape, name: z.string(), role }),
  }),
  operatorSecondFactor: defineCall({
    method: 'POST',
    path: '/api/console/secondFactor',
    section: 'operator',
    summary:
      'Takes the second step of a login: the six digits of the authenticator app. Each code works once.',
    auth: 'none',
    body: z.strictObject({
      ticket: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
      code: typedSixDigits,
      /** The own password, at the login with a setup secret and after a link. */
      newPassword: typedPassword.optional(),
    }),
    data: operatorSession,
  }),
  operatorLogout: defineCall({
    method: 'POST',
    path: '/api/console/logout',
    section: 'operator',
    summary: 'Ends the session.',
    auth: 'required',
    data: nothing,
  }),
  getOperator: defineCall({
    method: 'GET',
    path: '/api/console/operator',
    section: 'operator',
    summary: 'Returns who is signed in.',
    auth: 'required',
    data: z.strictObject({ operatorId: z.number().int(), name: z.string(), role, expiresAt: timeMs }),
  }),
  changeOperatorPassword: defineCall({
    method: 'POST',
    path: '/api/console/password',
    section: 'operator',
    summary:
      'Changes the password of the signed-in operator, by the old one and a code. All other sessions end. Logged.',
    auth: 'required',
    body: z.strictObject({
      oldPassword: typedPassword,
      newPassword: typedPassword,
      code: typedSixDigits,
    }),
    data: z.strictObject({ endedSessions: z.number().int() }),
  }),
  getOperatorDevices: defineCall({
    method: 'GET',
    path: '/api/console/devices',
    section: 'operator',
    summary: 'Lists the devices on which the signed-in operator completed a login, last used first.',
    auth: 'required',
    data: z.array(knownDevice),
  }),
  forgetOperatorDevice: defineCall({
    method: 'POST',
    path: '/api/console/devices/{id}/forget',
    section: 'operator',
    summary: 'Forgets a device: its login attempts count as those of a new device again. Logged.',
    auth: 'required',
    params: z.strictObject({ id: deviceId }),
    data: nothing,
  }),
});

export type KnownDeviceRow = z.output<typeof knownDevice>;
