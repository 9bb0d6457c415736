// Own server: a real-mode exchange that is started by the commands of docs/operating.md.
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { run } from '../../tools/run.ts';
import { type OwnPostgres, startOwnPostgres } from '../support/own-postgres.ts';
import { eventually } from '../support/patience.ts';
import { cleanEnvironment, endAll, quietPorts, root, startProgram } from '../support/program.ts';
import { clientOf, password } from '../support/trader.ts';

let postgres: OwnPostgres;
let folder: string;
let ports: readonly number[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-operating-'));
  ports = await quietPorts(3);
  postgres = await startOwnPostgres();
});
afterAll(async () => {
  await endAll();
  await postgres?.remove();
  await rm(folder, { recursive: true, force: true });
});

interface Step {
  readonly language: 'bash' | 'sql';
  readonly text: string;
}

/** Returns the steps of the guide that run on any machine: blocks that are marked with `walk`. */
function stepsOf(guide: string): Step[] {
  return [...guide.matchAll(/^```(bash|sql) walk\n([\s\S]*?)^```$/gm)].map(([, language, text]) => ({
    language: language as Step['language'],
    text: text!,
  }));
}

/** Puts this machine's folders, ports and user into a step. */
function here(text: string): string {
  const [port, consolePort, metricsPort] = ports;
  return text
    .replaceAll('/opt/candor', root)
    .replaceAll('/etc/candor', folder)
    .replaceAll('/var/lib/candor-backups', join(folder, 'backups'))
    .replaceAll('/var/lib/candor', join(folder, 'data'))
    .replaceAll('/usr/local/sbin/candor', join(folder, 'candor'))
    .replaceAll(/--owner root --group (candor|root) /g, '')
    .replaceAll('setpriv --reuid="$user" --regid="$user" --init-groups', 'env')
    .replaceAll('8080', String(port))
    .replaceAll('8081', String(consolePort))
    .replaceAll('9464', String(metricsPort));
}

async function walk({ language, text }: Step): Promise<string> {
  if (language === 'sql') {
    const client = new Client({ connectionString: postgres.adminUrl('postgres') });
    await client.connect();
    for (const statement of text.split(';').filter((each) => each.trim() !== ''))
      await client.query(statement);
    await client.end();
    return '';
  }
  const script = here(text);
  const PATH = `${folder}:${postgres.programs}:${join(root, 'node_modules/.bin')}:${process.env.PATH}`;
  const { code, output } = await run('bash', ['-euc', script], { env: { ...cleanEnvironment(), PATH } });
  expect(code, `${script}\n${output}`).toBe(0);
  return output;
}

/** Puts into the files of the settings what the guide asks for, but for nodes of a chain: there are none here. */
async function fillIn(): Promise<void> {
  const keys = [await generateX25519Identity(), await generateX25519Identity()];
  const [data, ofKeys] = await Promise.all(keys.map((key) => identityToRecipient(key)));
  const { port } = new URL(postgres.adminUrl('postgres').replace('postgresql:', 'http:'));
  for (const name of ['candor.env', 'owner.env', 'candor']) {
    const file = join(folder, name);
    const text = here(await readFile(file, 'utf8'))
      .replaceAll('127.0.0.1:5432', `127.0.0.1:${port}`)
      .replace(/^BACKUP_RECIPIENT=$/m, `BACKUP_RECIPIENT=${data}`)
      .replace(/^BACKUP_KEYS_RECIPIENT=$/m, `BACKUP_KEYS_RECIPIENT=${ofKeys}`)
      .replace(/^EVM_.*\n/gm, '');
    await writeFile(file, text);
  }
}

const steps = stepsOf(readFileSync(join(root, 'docs/operating.md'), 'utf8'));
/** The first step that asks the running program. */
const started = steps.findIndex(({ text }) => text.includes('/livez'));
const settings = () => join(folder, 'candor.env');

it('a machine is made ready by the steps of the guide', async () => {
  expect(started).toBeGreaterThan(3);
  for (const step of steps.slice(0, started)) {
    await walk(step);
    if (step.text.includes('deploy/candor.env')) await fillIn();
  }
});

it('it becomes a real exchange by the unit and its settings, and is backed up', async () => {
  const unit = here(readFileSync(join(root, 'deploy/candor.service'), 'utf8'));
  const [node = '', ...args] = (/^ExecStart=(.+)$/m.exec(unit)?.[1] ?? '').split(' ');
  const lines = (await readFile(settings(), 'utf8')).matchAll(/^([A-Z_]+)=(.*)$/gm);
  const env = Object.fromEntries(
    [...lines].map(([, name, value]) => [name!, value!.replace(/^(["'])(.*)\1$/, '$2')]),
  );
  const dataDir = join(folder, 'data');
  const program = await startProgram({ command: [node, ...args], cwd: root, env, dataDir });
  const door = `http://127.0.0.1:${ports[0]}`;
  await eventually(() => expect(program.output()).toMatch(/First operator +operator {2}password \S+/));
  await eventually(async () => expect((await fetch(`${door}/readyz`)).status).toBe(200));
  expect(await (await fetch(`${door}/platform/dev/config.js`)).text()).toContain('"mode":"real"');
  const registered = await clientOf(door, null)
    .call('register', {
      body: { type: 'account', account: 'too_early', password, confirmPassword: password },
    })
    .catch((error: unknown) => error);
  expect(registered).toMatchObject({ key: 'TERMS_UNPUBLISHED' });
  const metrics = `http://127.0.0.1:${ports[2]}/metrics`;
  await eventually(async () => expect(await (await fetch(metrics)).text()).toContain('candor_journal_ready'));
  const output = [];
  for (const step of steps.slice(started)) output.push(await walk(step));
  expect(output.join('\n')).toMatch(/The journal is in it up to row \d+/);
  expect(await readdir(join(folder, 'backups'))).toHaveLength(2);
  program.child.kill('SIGHUP');
  program.child.kill('SIGTERM');
  expect(await program.ended, program.output()).toBe(0);
});
