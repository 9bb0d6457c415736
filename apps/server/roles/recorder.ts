import type { RoleInput } from '../start/open-config.ts';
import { startRecorder } from '../start/recorder.ts';
import { runRole } from './run-role.ts';

runRole<RoleInput>(startRecorder);
