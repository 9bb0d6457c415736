import { startHouse } from '../house.ts';
import type { RoleInput } from '../open-config.ts';
import { runRole } from './run-role.ts';

runRole<RoleInput>(startHouse);
