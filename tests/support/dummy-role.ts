/** A process that does what its input requests, for tests of the supervisor. */
import { writeFileSync } from 'node:fs';
import { StartupError } from '../../apps/server/base/errors/startup-error.ts';
import type { FromRole } from '../../apps/server/program/start/roles/messages.ts';
import { runRole } from '../../apps/server/program/start/roles/run-role.ts';

export interface DummyInput {
  readonly logLevel: string;
  readonly does:
    | 'runs'
    | 'fails'
    | 'fails-mendably'
    | 'meets-a-recovery'
    | 'dies-soon'
    | 'never-ready'
    | 'holds-its-loop'
    | 'asks-in-vain';
  /** The file to write after an orderly stop. */
  readonly stopFile?: string;
}

runRole<DummyInput>(async (role, { does, stopFile }) => {
  if (does === 'fails') throw new Error('it broke');
  if (does === 'fails-mendably') throw new StartupError('PORT_TAKEN', 'Port 80 is taken. Choose another.');
  if (does === 'meets-a-recovery' && (await role.ask('away')) === true)
    throw Object.assign(new Error('the database system is in recovery mode'), { code: '57P03' });
  await role.lifecycle.stage(
    'the dummy',
    () => {},
    () => {
      if (stopFile !== undefined) writeFileSync(stopFile, `${role.name}\n`, { flag: 'a' });
    },
  );
  if (does === 'asks-in-vain') await role.ask('damaged');
  if (does === 'never-ready') await role.ask('never');
  if (does === 'dies-soon') onceReady(() => process.exit(3));
  if (does === 'holds-its-loop') onceReady(holdLoop);
  role.tell('greeting', new Map([[role.name, await role.ask('greeting')]]));
  role.answer({ others: () => role.notReady(), setting: () => process.env.DUMMY_SETTING ?? null });
});

function holdLoop(): never {
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
}

/** Acts after the channel has taken the word that this process is ready. */
function onceReady(act: () => void): void {
  const send = process.send!.bind(process);
  process.send = (message: FromRole, ...more: never[]) => {
    if (message.type !== 'ready') return send(message, ...more);
    return send(message, act);
  };
}
