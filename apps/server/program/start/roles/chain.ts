import { startChain } from '../chain.ts';
import type { RoleInput } from '../open-config.ts';
import { runRole } from './run-role.ts';

runRole<RoleInput>(startChain);
