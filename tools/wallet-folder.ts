import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { openDataFolder } from '../apps/server/base/data-folder/index.ts';
import { StartupError } from '../apps/server/base/errors/startup-error.ts';
import { readConfig } from '../apps/server/program/config/index.ts';
import { hasWallet } from '../apps/signer/index.ts';
import { root } from './run.ts';

const CLEAR = '\u001b[2J\u001b[3J\u001b[H';

export const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Removes from the terminal what it showed, also what scrolled away. */
export const clear = (): void => void process.stdout.write(CLEAR);

/** A signer's folder that has no wallet yet, and the person at the terminal. */
export interface WalletFolder {
  /** The folder of the signer, which may not exist. */
  readonly path: string;
  /** Passphrase that the words are encrypted under. */
  passphrase(): Promise<string>;
  /** The next line that is typed; null at the end of the input. */
  line(): Promise<string | null>;
}

/**
 * Runs a tool that makes a wallet, on a terminal alone: words in a pipe or a file are words that somebody else may read.
 * `make` returns the exit code. A folder that has a wallet is left as it is.
 */
export async function withWalletFolder(make: (folder: WalletFolder) => Promise<number>): Promise<void> {
  try {
    process.exitCode = await run(make);
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

async function run(make: (folder: WalletFolder) => Promise<number>): Promise<number> {
  if (!process.stdout.isTTY || !process.stdin.isTTY) {
    process.stderr.write(
      'The words of a wallet are shown and typed on a terminal alone, never in a pipe or a file.\n',
    );
    return 1;
  }
  const envFile = join(root, '.env');
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  // Taking the folder proves that no Candor is running on it.
  const folder = await openDataFolder(readConfig(process.env, [], root).dataDir);
  const input = createInterface({ input: process.stdin });
  const lines = input[Symbol.asyncIterator]();
  try {
    const path = join(folder.path, 'signer');
    if (await hasWallet(path)) {
      say(
        `There is a wallet in ${path} already. It is never replaced: move it away yourself if it is empty.`,
      );
      return 1;
    }
    return await make({
      path,
      passphrase: () => folder.secret('signer'),
      async line() {
        const { done, value } = await lines.next();
        return done === true ? null : value;
      },
    });
  } finally {
    input.close();
    folder.close();
  }
}
