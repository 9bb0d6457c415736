import type { RoleInput } from '../open-config.ts';
import { startSigner } from '../signer.ts';
import { runRole } from './run-role.ts';

runRole<RoleInput>(startSigner);
