import type { RoleInput } from '../open-config.ts';
import { startRecorder } from '../recorder.ts';
import { runRole } from './run-role.ts';

runRole<RoleInput>(startRecorder);
