import { enableCompileCache } from 'node:module';
import { compileCache } from './roles/compile-cache.ts';

// Each of its processes reads the same modules: their types are taken away once.
enableCompileCache(compileCache);
await import('./start/main.ts');
