import { touchCalls } from '@candor/api';
import { defineSubject } from '../../gateway/subject.ts';
import { touchHandlers } from './handlers.ts';
import { openTouches } from './touches.ts';

export const touches = defineSubject({
  calls: touchCalls,
  open: async (_lifecycle, { pool, now }) => ({ touches: await openTouches({ pool, now }) }),
  handlers: touchHandlers,
});
