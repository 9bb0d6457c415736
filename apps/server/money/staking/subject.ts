import { stakingCalls } from '@candor/api';
import { defineSubject } from '../../gateway/subject.ts';
import { stakingHandlers } from './handlers.ts';

export const staking = defineSubject({ calls: stakingCalls, handlers: stakingHandlers });
