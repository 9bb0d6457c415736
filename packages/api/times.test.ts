import { expect, it } from 'vitest';
import { operatorCalls } from './operator/index.ts';
import { calls } from './table.ts';

/** Part of a call's record that says what a list is asked by. */
interface Asked {
  readonly auth: string;
  readonly query?: unknown;
  readonly body?: unknown;
}

const fieldsOf = (schema: unknown): readonly string[] =>
  typeof schema === 'object' && schema !== null && 'shape' in schema
    ? Object.keys((schema as { readonly shape: object }).shape)
    : [];

it.each([
  ['customers', calls, ['fromTime', 'toTime'], 20],
  ['operators', operatorCalls, ['from', 'to'], 10],
] as const)('every list of %s’ records that has pages takes their times', (_, table, times, least) => {
  const lists = Object.entries(table as Readonly<Record<string, Asked>>)
    .map(([name, { auth, query, body }]) => ({ name, auth, fields: [...fieldsOf(query), ...fieldsOf(body)] }))
    // a list for everybody holds records of nobody
    .filter(({ auth, fields }) => auth === 'required' && fields.includes('cursor'));
  expect(lists.length).toBeGreaterThan(least);
  const untimed = lists.filter(({ fields }) => !times.every((time) => fields.includes(time)));
  expect(untimed.map(({ name }) => name)).toEqual([]);
});
