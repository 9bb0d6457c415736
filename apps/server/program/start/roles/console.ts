import type { RoleInput } from '../open-config.ts';
import { openPort } from '../open-port.ts';
import { runRole } from './run-role.ts';

runRole<RoleInput>(async (role, input) => {
  // Listening starts before the other modules load: a taken port is found at once, and /readyz answers.
  const front = await openPort(role, input.config.proxies);
  const { startConsole } = await import('../console.ts');
  await startConsole(role, input, front);
});
