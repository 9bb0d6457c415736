import { randomInt } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { newWords, writeWallet } from '../apps/signer/index.ts';
import { clear, say, type WalletFolder, withWalletFolder } from './wallet-folder.ts';

/** Words that are asked back, so that nobody goes on without having written them down. */
const ASKED = 4;

/** Positions of the words that are asked back, in their order. */
function positions(count: number): number[] {
  const chosen = new Set<number>();
  while (chosen.size < ASKED) chosen.add(randomInt(count));
  return [...chosen].sort((a, b) => a - b);
}

/** Makes the signer's wallet: the words are shown once, asked back, and kept encrypted. Nothing else is written. */
async function init(folder: WalletFolder): Promise<number> {
  const words = newWords();
  const list = words.split(' ');
  say(
    'These words are the wallet. Write them on paper, in this order. They are shown once and cannot be shown again:\n',
  );
  for (const [index, word] of list.entries()) say(`${String(index + 1).padStart(2)}. ${word}`);
  say('\nPress Enter when you have written them down.');
  if ((await folder.line()) === null) return aborted();
  clear();
  for (const position of positions(list.length)) {
    say(`Word ${position + 1}:`);
    const typed = await folder.line();
    if (typed === null) return aborted();
    if (typed.trim().toLowerCase() !== list[position]) {
      say('That is another word. Nothing was kept: begin again with new words.');
      return 1;
    }
  }
  clear();
  await mkdir(folder.path, { recursive: true, mode: 0o700 });
  const { hot, gas } = await writeWallet(folder.path, words, await folder.passphrase());
  say(`The signer's wallet is made. It pays from ${hot}. Gas of sweeps is paid from ${gas}.`);
  say(
    'The words are encrypted in signer/wallet.json, under the passphrase in signer.secret of the data folder.',
  );
  say(
    'Try them once, before coins arrive: `CANDOR_DATA=<an empty folder> npm run wallet:restore` must show that address.',
  );
  return 0;
}

function aborted(): number {
  say('Nothing was kept.');
  return 1;
}

await withWalletFolder(init);
