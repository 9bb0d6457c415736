/** A supervisor of three dummies as a separate process: prints their pids, and stops at a signal. */
import { join } from 'node:path';
import { createSupervisor } from '../../apps/server/program/start/roles/supervise.ts';
import type { DummyInput } from './dummy-role.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);
const supervisor = await createSupervisor({ env: process.env, say, log: say, onLost: say });
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    void supervisor.stop().then(() => process.exit(0));
  });
const kinds: DummyInput['does'][] = ['runs', 'runs', 'holds-its-loop'];
await Promise.all(
  kinds.map((does, index) =>
    supervisor.start({
      name: `dummy-${index}`,
      entry: join(import.meta.dirname, 'dummy-role.ts'),
      input: () => ({ logLevel: 'warn', does }) satisfies DummyInput,
      answers: { greeting: () => 'hello' },
      layer: index,
    }),
  ),
);
say(JSON.stringify(supervisor.processes().map(({ pid }) => pid)));
