/** All but the supervisor in one process. */
import { type ServerInput, startServer } from '../start/server.ts';
import { runRole } from './run-role.ts';

runRole<ServerInput>(startServer);
