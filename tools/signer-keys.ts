import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { StartupError } from '../apps/server/base/errors/startup-error.ts';
import { readConfig } from '../apps/server/program/config/index.ts';
import { allowKey, forbidKey, readAllowedKeys, SignerKeyError } from '../apps/signer/index.ts';
import { root } from './run.ts';

const USAGE = `Run this on the machine of the signer:
  npm run signer:allow -- <operator> <fingerprint>   accept an operator's key, in the place of the earlier one
  npm run signer:forbid -- <operator>                accept it no more
  npm run signer:keys                                list the keys that are accepted`;

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Changes or lists the operators' keys that the signer accepts. A signer that runs reads the list at each payment. */
async function main([act, operator, ...words]: readonly string[]): Promise<number> {
  const envFile = join(root, '.env');
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  const folder = join(readConfig(process.env, [], root).dataDir, 'signer');
  if (!existsSync(folder)) {
    say(`No signer has run here yet: ${folder} does not exist. Start the program once.`);
    return 1;
  }
  if (act === 'allow' && operator !== undefined && words.length > 0) {
    const key = await allowKey(folder, operator, words.join(''), Date.now());
    say(`The signer accepts the key ${key.fingerprint} of ${key.operator}.`);
  } else if (act === 'forbid' && operator !== undefined && words.length === 0) {
    const wasThere = await forbidKey(folder, operator, Date.now());
    say(wasThere ? `The signer accepts no key of ${operator} any more.` : `${operator} has no key here.`);
  } else if (act !== 'list' || operator !== undefined) {
    say(USAGE);
    return 1;
  }
  const keys = await readAllowedKeys(folder);
  say(
    `\n${keys.length} ${keys.length === 1 ? 'key is' : 'keys are'} accepted; a payment above the automatic limit needs two.`,
  );
  for (const key of keys) say(`  ${key.fingerprint}  ${key.operator}`);
  return 0;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof StartupError) && !(error instanceof SignerKeyError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
