import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
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
  /** `setup`: has not logged in with the setup secret yet. */
  state: z.enum(['active', 'setup', 'disabled']),
  createTime: timeMs,
  /** Until when the setup secret works; null after the first login. */
  setupUntil: timeMs.nullable(),
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
      'Proposes a new operator and returns the setup secret, which logs in once, after another operator approved it.',
    auth: 'required',
    act: true,
    body: z.strictObject({ name: operatorName, role: operatorRole, reason }),
    data: z.strictObject({ ...proposed.shape, name: z.string(), secret: z.string() }),
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
