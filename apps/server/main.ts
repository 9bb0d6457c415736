import { enableCompileCache } from 'node:module';
import { compileCache } from './roles/compile-cache.ts';

// All processes load the same modules; the cache strips their types only once.
enableCompileCache(compileCache);
await import('./start/main.ts');
