import { financeCalls } from '@candor/api';
import { defineSubject } from '../../gateway/subject.ts';
import { financeHandlers } from './handlers.ts';

export const finance = defineSubject({ calls: financeCalls, handlers: financeHandlers });
