import { buildWebApp } from '../apps/server/web-apps/index.ts';
import { root } from './run.ts';

const { signal } = new AbortController();
for (const name of ['web', 'console'] as const)
  console.log(await buildWebApp({ root, name, log: (line) => console.log(line), signal }));
