import { defiCalls } from '@candor/api';
import { defineSubject } from '../subject.ts';
import { defiHandlers } from './handlers.ts';

export const defi = defineSubject({
  calls: defiCalls,
  handlers: (_needs: object) => defiHandlers(),
});
