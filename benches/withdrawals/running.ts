import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';
import { environmentOf, nodeFlags } from '../../apps/server/program/start/node-flags.ts';

/** Starts the signer as the launcher does, on the keys of `folder`. Returns how to end it once it listens on `socket`. */
export async function startSigner(folder: string, socket: string): Promise<() => void> {
  const child = fork(join(import.meta.dirname, 'signer.ts'), [folder, socket], {
    execArgv: [...process.execArgv, ...nodeFlags.signer],
    env: environmentOf('signer', process.env),
  });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the signer of the bench ended with ${code}`);
  });
  ended.catch(() => {});
  await Promise.race([once(child, 'message'), ended]);
  return () => child.disconnect();
}
