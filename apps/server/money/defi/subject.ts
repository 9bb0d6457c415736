import { defiCalls } from '@candor/api';
import { defineSubject } from '../../gateway/subject.ts';
import { defiHandlers } from './handlers.ts';

export const defi = defineSubject({
  calls: defiCalls,
  handlers: (_needs: object) => defiHandlers(),
});
