import { join } from 'node:path';

/** Where Node keeps what it compiled, unless the environment says. Where it cannot write there it compiles each time. */
export const compileCache = join(import.meta.dirname, '..', '..', '..', '.cache', 'node');
