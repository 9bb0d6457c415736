/** The signer of the bench of withdrawals, in a process of its own as in the program. Arguments: its folder and its socket. */
import process from 'node:process';
import { PRACTICE_CHAIN } from '../../apps/server/money/chains/index.ts';
import { openSigner, practiceSignerPolicy, practiceWallet, serveSigner } from '../../apps/signer/index.ts';

const [folder, socket] = process.argv.slice(2) as [string, string];
const signer = await openSigner({
  keys: await practiceWallet(folder, 'bench'),
  folder,
  now: Date.now,
  policy: practiceSignerPolicy(PRACTICE_CHAIN.chainId, PRACTICE_CHAIN.assets),
});
await serveSigner(signer, socket);
process.once('disconnect', () => process.exit());
process.send?.('ready');
