import { mkdir } from 'node:fs/promises';
import { houseAddressesOf, wordsProblem, writeWallet } from '../apps/signer/index.ts';
import { clear, say, type WalletFolder, withWalletFolder } from './wallet-folder.ts';

/** Words of a wallet that `wallet:init` made. */
const WORDS = 24;

/** Takes a wallet's words back: as they were written on paper, in one line or in several. */
async function restore(folder: WalletFolder): Promise<number> {
  say(`Type the ${WORDS} words of the wallet in their order, with spaces or Enter between them.`);
  const list: string[] = [];
  while (list.length < WORDS) {
    const typed = await folder.line();
    if (typed === null) return aborted();
    list.push(
      ...typed
        .trim()
        .toLowerCase()
        .split(/\s+/)
        .filter((word) => word !== ''),
    );
  }
  clear();
  const problem = wordsProblem(list, WORDS);
  if (problem !== null) {
    say(`${problem} Nothing was kept.`);
    return 1;
  }
  const words = list.join(' ');
  const { hot, gas } = houseAddressesOf(words);
  say(`The wallet of these words pays from ${hot}, and the gas of sweeps from ${gas}.`);
  say('If that is the address that wallet:init or the console named, type yes:');
  if ((await folder.line())?.trim().toLowerCase() !== 'yes') return aborted();
  await mkdir(folder.path, { recursive: true, mode: 0o700 });
  await writeWallet(folder.path, words, await folder.passphrase());
  say(
    'The wallet is back. Its words are encrypted in signer/wallet.json, under the passphrase in signer.secret.',
  );
  say(
    'Bring back signer/bindings.jsonl of the lost machine too, if there is one: without it the signer refuses a nonce that ' +
      'was used, and the wallet stops until two operators resume it (docs/custody.md).',
  );
  return 0;
}

function aborted(): number {
  say('Nothing was kept.');
  return 1;
}

await withWalletFolder(restore);
