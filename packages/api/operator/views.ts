import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';

/** The path of a desk. */
const desk = z.string().regex(/^\/[a-z-]{0,32}$/);

const viewName = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .regex(/^[^\p{Cc}\p{Cs}\p{Cf}]*$/u);

/** The part of a desk's address after the question mark. */
const search = z
  .string()
  .max(1_000)
  .regex(/^[A-Za-z0-9%&=+._~!*'()-]*$/);

const savedView = z.strictObject({
  id: z.number().int(),
  desk: z.string(),
  name: z.string(),
  search: z.string(),
});

export const viewsDeskCalls = defineCalls({
  getOperatorViews: defineCall({
    method: 'GET',
    path: '/api/console/views',
    section: 'operator',
    summary: 'Lists the operator’s saved views of a desk.',
    auth: 'required',
    query: z.strictObject({ desk }),
    data: z.array(savedView),
  }),
  saveOperatorView: defineCall({
    method: 'POST',
    path: '/api/console/views',
    section: 'operator',
    summary: 'Saves a view of a desk under a name, in the place of an earlier one of that name. At most 50.',
    auth: 'required',
    act: true,
    body: z.strictObject({ desk, name: viewName, search }),
    data: z.array(savedView),
  }),
  deleteOperatorView: defineCall({
    method: 'POST',
    path: '/api/console/views/{id}/delete',
    section: 'operator',
    summary: 'Deletes one of the operator’s own saved views.',
    auth: 'required',
    act: true,
    params: z.strictObject({
      id: z
        .string()
        .regex(/^[1-9]\d{0,14}$/)
        .transform(Number),
    }),
    body: z.strictObject({}),
    data: z.null(),
  }),
});
