import type { RoleInput } from '../start/open-config.ts';
import { startSigner } from '../start/signer.ts';
import { runRole } from './run-role.ts';

runRole<RoleInput>(startSigner);
