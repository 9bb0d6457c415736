import { mkdir } from 'node:fs/promises';
import {
  bitcoinPolicy,
  bitcoinWallet,
  openBitcoinSigner,
  openSigner,
  openWallet,
  practiceWallet,
  serveSigner,
  signerPolicy,
} from '../../../signer/index.ts';
import { StartupError } from '../../base/errors/startup-error.ts';
import { chainToServe } from '../../money/chains/index.ts';
import type { RoleInput } from './open-config.ts';
import type { Role } from './roles/run-role.ts';

/**
 * Runs the signer: the one process that holds the keys. It listens on its own socket alone. Practice mode makes a wallet
 * by itself; in real mode a person makes it, and without one nothing starts.
 */
export async function startSigner(role: Role, { sockets, config }: RoleInput): Promise<void> {
  const [folder, passphrase] = await Promise.all([
    role.ask('signer-folder') as Promise<string>,
    role.ask('signer-passphrase') as Promise<string>,
  ]);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const isPractice = config.mode === 'practice';
  const keys = await (isPractice ? practiceWallet : openWallet)(folder, passphrase);
  if (keys === null)
    throw new StartupError(
      'SIGNER_MISSING',
      'Real withdrawals need a wallet, and this data folder has none. Run npm run wallet:init before the start, ' +
        'or remove EVM_RPC_URLS.',
    );
  const { chainId, assets } = chainToServe(config.evmChainId);
  const signer = await openSigner({
    folder,
    keys,
    now: Date.now,
    policy: signerPolicy({ isPractice, chainId, assets }),
  });
  const policy = bitcoinPolicy(isPractice);
  const bitcoin = await bitcoinWallet(folder, passphrase, policy.network);
  const outputs =
    bitcoin === null ? null : await openBitcoinSigner({ keys: bitcoin, folder, policy, now: Date.now });
  await role.lifecycle.stage(
    'the signer',
    () => serveSigner(signer, sockets.signer, { outputs }),
    (stop) => stop(),
  );
}
