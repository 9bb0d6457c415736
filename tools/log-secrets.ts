import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The file of a folder of logs that lists secrets, one a line. */
export const SECRETS_FILE = 'secrets.txt';

export interface SecretsFound {
  /** Programs whose output was read. */
  readonly programs: number;
  readonly lines: number;
  /** One line for each secret found, without the secret itself. */
  readonly found: readonly string[];
}

/** Practice mode shows these in the terminal by intent: mail and SMS that nobody sends, and its first passwords. */
const SHOWN_BY_INTENT = /^ *(Mail to|SMS to|Demo customer|First operator|Second operator) /;
const SHOWN_PASSWORD = /^ *(?:Demo customer|First operator|Second operator) .* password (\S+)$/gm;
/** 32 random bytes in base64url: tokens of sessions and devices, tickets, links and keys. */
const TOKEN = /(?<![\w+/-])(?![0-9a-f]{43}(?![\w-]))[\w-]{43}(?![\w+/=-])/;
const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----|"d":"[\w-]{42,}"/;
const EXCERPT = 60;

/** Searches the outputs of programs in `folder` for the secrets that it lists, and for what has the shape of one. */
export function secretsInLogs(folder: string): SecretsFound {
  const path = join(folder, SECRETS_FILE);
  const listed = existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];
  const logs = readdirSync(folder).filter((name) => name.endsWith('.log'));
  const found: string[] = [];
  let count = 0;
  for (const log of logs) {
    const output = readFileSync(join(folder, log), 'utf8');
    const shown = [...output.matchAll(SHOWN_PASSWORD)].map(([, password = '']) => password);
    const secrets = [...new Set([...listed, ...shown])];
    for (const line of output.split('\n')) {
      count += 1;
      if (SHOWN_BY_INTENT.test(line)) continue;
      const secret = secrets.find((each) => line.includes(each)) ?? shaped(line);
      if (secret !== undefined) found.push(`${log}: ${masked(line, secret)}`);
    }
  }
  return { programs: logs.length, lines: count, found };
}

function shaped(line: string): string | undefined {
  return (TOKEN.exec(line) ?? PRIVATE_KEY.exec(line))?.[0];
}

function masked(line: string, secret: string): string {
  const at = line.indexOf(secret);
  return `${line.slice(Math.max(0, at - EXCERPT), at)}***${line.slice(at + secret.length).slice(0, EXCERPT)}`;
}
