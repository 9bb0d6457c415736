import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { variables } from '../../apps/server/program/config/schema.ts';
import { STOP_PATIENCE_MS } from '../../apps/server/program/start/roles/stop-patience.ts';
import { root } from '../support/program.ts';

const read = (name: string) => readFileSync(join(root, name), 'utf8');

/** Paths that the image makes by itself. */
const MADE = ['node_modules/.bin/node', '.cache/node'];
const PATH = /(?:^|[\s"'])((?:[\w.-]+\/)+[\w.-]+)(?=$|[\s"',\]])/g;

/** Returns the relative paths that the instructions of a Dockerfile name. */
function pathsOf(dockerfile: string): string[] {
  const instructions = dockerfile
    .split('\n')
    .filter((line) => !line.startsWith('#') && !line.startsWith('FROM'));
  return instructions.flatMap((line) => [...line.matchAll(PATH)].map(([, path]) => path!));
}

test('every file that the image runs is in the house, and none is kept out of it', () => {
  const paths = pathsOf(read('Dockerfile'));
  expect(paths).toEqual(expect.arrayContaining(['apps/server/main.ts', 'tools/image.ts', 'tools/setup.mjs']));
  const ignored = read('.dockerignore').split('\n').filter(Boolean);
  for (const path of paths.filter((each) => !MADE.includes(each))) {
    expect(existsSync(join(root, path)), path).toBe(true);
    expect(
      ignored.filter((name) => path.split('/').includes(name)),
      path,
    ).toEqual([]);
  }
});

test('a path that does not exist is found', () => {
  expect(pathsOf('RUN node tools/gone.ts && node apps/server/main.ts\nCMD ["apps/there.ts"]')).toEqual([
    'tools/gone.ts',
    'apps/server/main.ts',
    'apps/there.ts',
  ]);
});

test('the settings of the image and of the compose file are settings of the program', () => {
  const image = /^ENV (.*)$/m
    .exec(read('Dockerfile'))![1]!
    .split(' ')
    .map((each) => each.split('=')[0]);
  const composed = read('compose.yaml').split(/^ {2}candor:$/m)[1]!;
  const settings = [...composed.matchAll(/^ {6}([A-Z_]+):/gm)].map(([, name]) => name);
  expect([image.length, settings.length]).toEqual([2, 2]);
  for (const name of [...image, ...settings]) expect(Object.keys(variables)).toContain(name);
});

test('the image’s pg_dump is of the version of the compose file’s server', () => {
  const [, base] = /^FROM debian:(\w+)-slim$/m.exec(read('Dockerfile')) ?? [];
  const [, major, system] = /image: postgres:(\d+)-(\w+)/.exec(read('compose.yaml')) ?? [];
  // Debian 12 has PostgreSQL 15
  expect([base, system, major]).toEqual(['bookworm', 'bookworm', '15']);
  expect(read('Dockerfile')).toContain('postgresql-client');
});

/** The services of the compose file, by their names. */
function services(): ReadonlyMap<string, string> {
  const parts = read('compose.yaml')
    .split(/^volumes:$/m)[0]!
    .split(/^ {2}(?=[a-z]+:$)/m)
    .slice(1);
  return new Map(parts.map((part) => [part.slice(0, part.indexOf(':')), part]));
}

test('the compose file bounds memory and logs, starts again, and makes both roles', () => {
  expect([...services().keys()]).toEqual(['postgres', 'migrate', 'candor']);
  for (const service of services().values())
    for (const line of [/mem_limit: \d+g/, /restart: (unless-stopped|on-failure:\d)/, /logging: [&*]logging/])
      expect(service).toMatch(line);
  expect(read('compose.yaml')).toContain('env_file: candor.env');
  for (const role of ['candor_owner', 'candor_runtime'])
    expect(read('deploy/roles.sh')).toContain(`create role ${role} login`);
});

test('tables are made by a step of their own, and the program has no login that could', () => {
  const { migrate = '', candor = '' } = Object.fromEntries(services());
  expect(migrate).toContain('tools/migrate.ts');
  expect(migrate).toContain('DATABASE_URL: postgresql://candor_owner:');
  expect(candor).toMatch(/migrate:\n +condition: service_completed_successfully/);
  expect(candor).not.toContain('candor_owner');
  expect(read('deploy/candor.env')).not.toMatch(/^DATABASE_URL=|candor_owner/m);
});

test('the container waits longer for a stop than the program does', () => {
  const graceS = Number(/stop_grace_period: (\d+)s/.exec(read('compose.yaml'))?.[1]);
  const { stage, process, program } = STOP_PATIENCE_MS;
  const waits = [stage, process, program, graceS * 1_000];
  expect(waits).toEqual([...new Set(waits)].sort((a, b) => a - b));
});

test('the ports of the compose file are those that the program listens on by default', () => {
  const published = [...read('compose.yaml').matchAll(/127\.0\.0\.1:(\d+):(\d+)/g)].map(([, , inside]) =>
    Number(inside),
  );
  expect(published).toEqual([variables.PORT.parse(undefined), variables.CONSOLE_PORT.parse(undefined)]);
  expect(read('Dockerfile')).toContain(`EXPOSE ${published[0]}`);
});

test('the folder that the guide backs up to outlives its container', () => {
  const [, folder = ''] = /docker compose exec .* --to (\S+)/.exec(read('docs/operating.md')) ?? [];
  const [, volume = ''] = new RegExp(`^ {6}- (\\w+):${folder}$`, 'm').exec(read('compose.yaml')) ?? [];
  expect(folder).not.toBe('');
  expect(read('compose.yaml').split(/^volumes:$/m)[1]).toContain(`  ${volume}:\n`);
  expect(read('Dockerfile')).toMatch(new RegExp(`install -d -o candor .*${folder}`));
});

test('passwords of the roles are on no command line', () => {
  expect(read('deploy/roles.sh')).not.toMatch(/psql[^<]*PASSWORD/);
});

test('systemd and a shell read the same from the file of settings', () => {
  const lines = ['candor.env', 'owner.env']
    .flatMap((file) => read(`deploy/${file}`).split('\n'))
    .filter((line) => line !== '' && !line.startsWith('#'));
  for (const line of lines) expect(line).toMatch(/^[A-Z_]+=(?:'[^']*'|[\w:/.,@%+=?-]*)$/);
});
