import { startChain } from '../start/chain.ts';
import type { RoleInput } from '../start/open-config.ts';
import { runRole } from './run-role.ts';

runRole<RoleInput>(startChain);
