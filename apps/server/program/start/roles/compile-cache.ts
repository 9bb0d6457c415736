import { join } from 'node:path';

/**
 * The folder of Node's compile cache, unless the environment sets one. If it is not writable, Node compiles at each
 * start.
 */
export const compileCache = join(import.meta.dirname, '..', '..', '..', '..', '..', '.cache', 'node');
