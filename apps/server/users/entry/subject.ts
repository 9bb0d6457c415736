import { entryCalls } from '@candor/api';
import { defineSubject } from '../../gateway/subject.ts';
import { entryHandlers } from './handlers.ts';

export const entry = defineSubject({ calls: entryCalls, handlers: entryHandlers });
