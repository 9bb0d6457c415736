import { startHistory } from '../start/history.ts';
import type { RoleInput } from '../start/open-config.ts';
import { runRole } from './run-role.ts';

runRole<RoleInput>(startHistory);
