import { subjectCalls } from './subjects.ts';

type Subjects = typeof subjectCalls;
type Union<Records> = (Records extends unknown ? (records: Records) => void : never) extends (
  records: infer All,
) => void
  ? All
  : never;

/** Every call that customers' clients may make, by name. */
export type Calls = {
  readonly [Name in keyof Union<Subjects[keyof Subjects]>]: Union<Subjects[keyof Subjects]>[Name];
};
export type CallName = keyof Calls & string;

function unionOf(records: readonly Readonly<Record<string, unknown>>[]): Calls {
  const entries = records.flatMap((record) => Object.entries(record));
  const union = Object.fromEntries(entries);
  if (Object.keys(union).length !== entries.length)
    throw new Error('two subjects have a call of the same name');
  return union as Calls;
}

export const calls: Calls = unionOf(Object.values(subjectCalls));
