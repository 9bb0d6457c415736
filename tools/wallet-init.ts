import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { openDataFolder } from '../apps/server/base/data-folder/index.ts';
import { StartupError } from '../apps/server/base/errors/startup-error.ts';
import { readConfig } from '../apps/server/program/config/index.ts';
import { hasWallet, newWords, writeWallet } from '../apps/signer/index.ts';
import { root } from './run.ts';

/** Words that are asked back, so that nobody goes on without having written them down. */
const ASKED = 4;
const CLEAR = '\u001b[2J\u001b[3J\u001b[H';

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Positions of the words that are asked back, in their order. */
function positions(count: number): number[] {
  const chosen = new Set<number>();
  while (chosen.size < ASKED) chosen.add(randomInt(count));
  return [...chosen].sort((a, b) => a - b);
}

/** Makes the signer's wallet: the words are shown once, asked back, and kept encrypted. Nothing else is written. */
async function main(): Promise<number> {
  const envFile = join(root, '.env');
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  // Taking the folder proves that no Candor is running on it.
  const folder = await openDataFolder(readConfig(process.env, [], root).dataDir);
  const input = createInterface({ input: process.stdin });
  const lines = input[Symbol.asyncIterator]();
  try {
    const signer = join(folder.path, 'signer');
    if (await hasWallet(signer)) {
      say(
        `There is a wallet in ${signer} already. It is never replaced: move it away yourself if it is empty.`,
      );
      return 1;
    }
    const words = newWords();
    const list = words.split(' ');
    say(
      'These words are the wallet. Write them on paper, in this order. They are shown once and cannot be shown again:\n',
    );
    for (const [index, word] of list.entries()) say(`${String(index + 1).padStart(2)}. ${word}`);
    say('\nPress Enter when you have written them down.');
    if ((await lines.next()).done) return aborted();
    if (process.stdout.isTTY) process.stdout.write(CLEAR);
    for (const position of positions(list.length)) {
      say(`Word ${position + 1}:`);
      const { done, value } = await lines.next();
      if (done) return aborted();
      if (value.trim().toLowerCase() !== list[position]) {
        say('That is another word. Nothing was kept: begin again with new words.');
        return 1;
      }
    }
    await mkdir(signer, { recursive: true, mode: 0o700 });
    const hot = await writeWallet(signer, words, await folder.secret('signer'));
    say(`The signer's wallet is made. It pays from ${hot}.`);
    say(
      'The words are encrypted in signer/wallet.json, under the passphrase in signer.secret of the data folder.',
    );
    return 0;
  } finally {
    input.close();
    folder.close();
  }
}

function aborted(): number {
  say('Nothing was kept.');
  return 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
