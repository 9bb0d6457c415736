import { buildProgram, buildWebApp } from '../apps/server/program/builds/index.ts';
import { programEntries } from '../apps/server/program/start/program-entries.ts';
import { root } from './run.ts';

const { signal } = new AbortController();
for (const name of ['web', 'console'] as const)
  console.log(await buildWebApp({ root, name, log: (line) => console.log(line), signal }));
console.log((await buildProgram({ root, entries: programEntries })) ?? 'The program could not be written');
