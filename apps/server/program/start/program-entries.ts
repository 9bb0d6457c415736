import { join } from 'node:path';
import { nodeFlags } from './node-flags.ts';

const roleEntries = Object.keys(nodeFlags).map((role) => [
  role,
  join(import.meta.dirname, 'roles', `${role}.ts`),
]);

/** The first modules of the program's processes: the supervisor's as `main`, the others by their roles. */
export const programEntries: Readonly<Record<string, string>> = {
  main: join(import.meta.dirname, 'main.ts'),
  ...Object.fromEntries(roleEntries),
};
