import { z } from 'zod';

/** Pages forbid eval, which Zod would try in order to compile its schemas; servers may compile. */
if ('document' in globalThis) z.config({ jitless: true });
