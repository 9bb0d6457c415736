import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildProgram } from './program/builds/program.ts';
import { programEntries } from './program/start/program-entries.ts';
import { compileCache } from './program/start/roles/compile-cache.ts';

// All processes load the same modules; the cache compiles them only once.
enableCompileCache(compileCache);
const root = join(import.meta.dirname, '..', '..');
const built = await buildProgram({ root, entries: programEntries });
await import(built === null ? './program/start/main.ts' : pathToFileURL(join(built, 'main.mjs')).href);
