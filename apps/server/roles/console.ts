import type { RoleInput } from '../start/open-config.ts';
import { openPort } from '../start/open-port.ts';
import { runRole } from './run-role.ts';

runRole<RoleInput>(async (role, input) => {
  // Listening starts before the other modules load: a taken port is found at once, and /readyz answers.
  const front = await openPort(role, input.config.trustProxy);
  const { startConsole } = await import('../start/console.ts');
  await startConsole(role, input, front);
});
