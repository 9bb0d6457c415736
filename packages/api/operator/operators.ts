import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { email } from '../identity/calls.ts';
import { idText, timeMs } from '../scalars.ts';
import { reason } from './fields.ts';
import { operatorRoles } from './roles.ts';

const operatorRole = z.enum(operatorRoles);

/** A name of an operator: letters, digits and . _ - */
export const operatorName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{2,31}$/);

export const operatorRow = z.strictObject({
  operatorId: z.number().int(),
  name: z.string(),
  role: operatorRole,
  /** `setup`: has not set up yet, by the link or, for the first operator, by the setup secret. */
  state: z.enum(['active', 'setup', 'disabled']),
  createTime: timeMs,
  /** Until when the link or the setup secret works; null after the set-up. */
  setupUntil: timeMs.nullable(),
  /** Mail address that the link to set up goes to; null for operators whom the program itself made. */
  mail: z.string().nullable(),
  /** State of the newest mail with a link; null once the operator has set up. `kept`: it stayed on this machine. */
  setupMail: z.enum(['waiting', 'sent', 'kept', 'expired', 'failed']).nullable(),
  /** From when the operator may approve what others propose. */
  approvesFrom: timeMs,
});

/** The number of the proposal; null where the act was done at once, as nobody else could approve it. */
const proposed = z.strictObject({ proposalId: z.number().int().nullable() });

export const operatorsDeskCalls = defineCalls({
  getOperators: defineCall({
    method: 'GET',
    path: '/api/console/operators',
    section: 'operator',
    summary: 'Lists all operators with their roles.',
    auth: 'required',
    data: z.array(operatorRow),
  }),
  addOperator: defineCall({
    method: 'POST',
    path: '/api/console/operators',
    section: 'operator',
    summary:
      'Proposes a new operator. Approved by another one, it sends a link by mail, by which the newcomer alone sets a password and a factor.',
    auth: 'required',
    act: true,
    body: z.strictObject({ name: operatorName, role: operatorRole, mail: email, reason }),
    data: proposed,
  }),
  sendOperatorSetup: defineCall({
    method: 'POST',
    path: '/api/console/operators/{id}/setup',
    section: 'operator',
    summary:
      'Sends a new link to the mail of an operator who has not set up. The earlier link ends. Once a minute. Logged.',
    auth: 'required',
    act: true,
    params: z.strictObject({ id: idText }),
    body: z.strictObject({ reason }),
    data: z.array(operatorRow),
  }),
  changeOperatorRole: defineCall({
    method: 'POST',
    path: '/api/console/operators/{id}/role',
    section: 'operator',
    summary: 'Proposes another role for an operator. Approved, it ends the sessions of the operator.',
    auth: 'required',
    act: true,
    params: z.strictObject({ id: idText }),
    body: z.strictObject({ role: operatorRole, reason }),
    data: proposed,
  }),
  disableOperator: defineCall({
    method: 'POST',
    path: '/api/console/operators/{id}/disable',
    section: 'operator',
    summary: 'Disables an operator at once: all sessions end and nobody logs in by that name. Logged.',
    auth: 'required',
    act: true,
    params: z.strictObject({ id: idText }),
    body: z.strictObject({ reason }),
    data: z.array(operatorRow),
  }),
});

export type OperatorRow = z.output<typeof operatorRow>;
