import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildProgram } from './builds/program.ts';
import { compileCache } from './roles/compile-cache.ts';
import { programEntries } from './start/program-entries.ts';

// All processes load the same modules; the cache compiles them only once.
enableCompileCache(compileCache);
const root = join(import.meta.dirname, '..', '..');
const built = await buildProgram({ root, entries: programEntries });
await import(built === null ? './start/main.ts' : pathToFileURL(join(built, 'main.mjs')).href);
