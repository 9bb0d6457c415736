import { startJobs } from '../start/jobs.ts';
import type { RoleInput } from '../start/open-config.ts';
import { runRole } from './run-role.ts';

runRole<RoleInput>(startJobs);
