import { mkdir } from 'node:fs/promises';
import { openSigner, practiceSignerPolicy, practiceWallet, serveSigner } from '../../signer/index.ts';
import { PRACTICE_CHAIN } from '../chains/index.ts';
import type { Role } from '../roles/run-role.ts';
import type { RoleInput } from './open-config.ts';

/** Runs the signer of the practice chain: the one process that holds its keys. It listens on its own socket alone. */
export async function startSigner(role: Role, { sockets }: RoleInput): Promise<void> {
  const [folder, passphrase] = await Promise.all([
    role.ask('signer-folder') as Promise<string>,
    role.ask('signer-passphrase') as Promise<string>,
  ]);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const signer = await openSigner({
    ...{ folder, keys: await practiceWallet(folder, passphrase), now: Date.now },
    policy: practiceSignerPolicy(PRACTICE_CHAIN.chainId, PRACTICE_CHAIN.assets),
  });
  await role.lifecycle.stage(
    'the signer',
    () => serveSigner(signer, sockets.signer),
    (stop) => stop(),
  );
}
