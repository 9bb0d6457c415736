import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../apps/server/program/config/index.ts';
import { variables } from '../../apps/server/program/config/schema.ts';
import { COPY_MARK } from '../../apps/server/program/start/machine.ts';
import { STOP_PATIENCE_MS } from '../../apps/server/program/start/roles/stop-patience.ts';
import { root } from '../../tools/run.ts';

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const pages = ['docs/operating.md', 'docs/backup.md'];
const scripts = (JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts;

/** Returns the anchors of a page's headings, as GitHub makes them. */
function anchorsOf(text: string): Set<string> {
  const headings = [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => heading);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\w\- ]/g, '')
        .replaceAll(' ', '-'),
    ),
  );
}

/** Returns each alert with the page and anchor that it sends people to; null where it names none. */
function runbooksOf(text: string): Map<string, readonly [string, string] | null> {
  const alerts = text.split(/^ +- alert: /m).slice(1);
  return new Map(
    alerts.map((alert) => {
      const found = /^ +runbook_url: (\S+)#(\S+)$/m.exec(alert);
      return [alert.split('\n')[0]!, found === null ? null : [found[1]!, found[2]!]];
    }),
  );
}

/** Returns the files that commands and sentences of a page name below the project. */
const filesIn = (text: string): string[] =>
  [...text.matchAll(/(?:^|[\s`/(])((?:deploy|tools|monitoring)\/[\w./-]*\w)/gm)].map(([, path]) => path!);

/** Returns the names of settings in a page: words of capitals with an underscore, or with a value. */
const settingsIn = (text: string): string[] =>
  [...text.matchAll(/\b([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\b/g)].map(([, name]) => name!);

/** Metrics that an expression asks for. */
const metricsOf = (text: string): string[] =>
  [...text.matchAll(/\b(?:candor_\w+|up(?=\{))/g)].map(([name]) => name);

describe('alerts', () => {
  it('each have a test in which they fire, and all of their metrics in the one in which none may', () => {
    const alerts = read('monitoring/alerts.yml')
      .split(/^ +- alert: /m)
      .slice(1);
    const tests = read('monitoring/alerts.test.yml')
      .split(/^ {2}- interval: /m)
      .slice(1);
    const well = tests.at(-1)!;
    expect(well).toContain('exp_samples: []');
    for (const alert of alerts) {
      const name = alert.split('\n')[0]!;
      const fires = tests.filter((each) => each.includes(`ALERTS{alertname="${name}",alertstate="firing"}`));
      expect(fires.length, name).toBeGreaterThan(0);
      for (const each of fires) expect(each, name).toMatch(/value: [1-9]/);
      for (const metric of metricsOf(/^ +expr: (.+)$/m.exec(alert)![1]!))
        expect(well, `${name}: ${metric}`).toMatch(new RegExp(`series: '${metric}[{']`));
    }
    expect(metricsOf('absent(candor_a) or up{job="x"} == 0')).toEqual(['candor_a', 'up']);
  });

  it('each send people to a heading that exists', () => {
    const text = read('monitoring/alerts.yml') + read('monitoring/postgresql-disk.yml');
    const runbooks = runbooksOf(text);
    expect(runbooks.size).toBeGreaterThan(30);
    for (const [alert, place] of runbooks) {
      expect(place, alert).not.toBe(null);
      const [page, anchor] = place!;
      expect(anchorsOf(read(page)).has(anchor), `${alert}: ${page}#${anchor}`).toBe(true);
    }
    const broken = runbooksOf('  - alert: A\n    runbook_url: docs/x.md#gone\n  - alert: B\n');
    expect([...broken]).toEqual([
      ['A', ['docs/x.md', 'gone']],
      ['B', null],
    ]);
  });
});

describe('the guides of operating and of backups', () => {
  it('name commands, files and settings that exist', () => {
    for (const page of pages) {
      const text = read(page);
      const commands = [...text.matchAll(/\bnpm run ([\w:]+)/g)].map(([, name]) => name!);
      expect(commands.length, page).toBeGreaterThan(2);
      for (const name of commands) expect(Object.keys(scripts), `${page}: ${name}`).toContain(name);
      for (const file of filesIn(text)) expect(existsSync(join(root, file)), `${page}: ${file}`).toBe(true);
      const composed = [...read('compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name!);
      const known = [...Object.keys(variables), ...composed, 'NODES_DISAGREE', 'PG_VERSION'];
      for (const name of settingsIn(text)) expect(known, `${page}: ${name}`).toContain(name);
    }
    expect(filesIn('run `node tools/gone.ts`, copy /opt/candor/deploy/x.conf')).toEqual([
      'tools/gone.ts',
      'deploy/x.conf',
    ]);
  });

  it('link to headings of their own that exist', () => {
    for (const page of pages) {
      const text = read(page);
      const anchors = anchorsOf(text);
      for (const [, anchor] of text.matchAll(/\]\(#([^)]+)\)/g))
        expect(anchors.has(anchor!), `${page}#${anchor}`).toBe(true);
    }
  });
});

describe('the files of a deployment', () => {
  const environment = Object.fromEntries(
    [...read('deploy/candor.env').matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [
      name!,
      value!.replace(/^(["'])(.*)\1$/, '$2'),
    ]),
  );

  it('hold settings that a real exchange starts with', () => {
    for (const name of Object.keys(environment)) expect(Object.keys(variables)).toContain(name);
    const config = readConfig(environment, [], root);
    expect(config).toMatchObject({ mode: 'real', demo: false, feed: { kind: 'live' } });
    expect(config.evm?.urls).toHaveLength(3);
    expect(config.databaseRuntimeUrl).not.toBe(null);
    expect(config.proxies).toContain('127.0.0.1');
  });

  it('run the program from the guide’s folders, and wait for its stop', () => {
    const unit = read('deploy/candor.service');
    const [, program = ''] = /^ExecStart=\/opt\/candor\/node_modules\/\.bin\/node (\S+)$/m.exec(unit) ?? [];
    expect(existsSync(join(root, program))).toBe(true);
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]) * 1_000).toBeGreaterThan(
      STOP_PATIENCE_MS.program,
    );
    const guide = read('docs/operating.md');
    for (const path of ['/etc/candor/candor.env', '/var/lib/candor', '/opt/candor'])
      expect(guide).toContain(path);
    expect(unit).toContain('EnvironmentFile=/etc/candor/candor.env');
    expect(unit).not.toContain('owner.env');
    expect(environment.CANDOR_DATA).toBe('/var/lib/candor');
  });

  it('make tables before each start, and a backup each hour, by programs that exist', () => {
    for (const [name, tool] of [
      ['candor-migrate.service', 'tools/migrate.ts'],
      ['candor-backup.service', 'tools/backup/backup.ts'],
    ] as const) {
      const text = read(`deploy/${name}`);
      expect(text).toContain(`ExecStart=/opt/candor/node_modules/.bin/node ${tool}`);
      expect(existsSync(join(root, tool))).toBe(true);
    }
    expect(read('deploy/candor-backup.service')).toContain('User=candor\n');
    const unit = read('deploy/candor.service');
    for (const key of ['After', 'Wants'])
      expect(unit).toMatch(new RegExp(`^${key}=.*candor-migrate.service`, 'm'));
    expect(read('deploy/candor-migrate.service')).toContain('EnvironmentFile=/etc/candor/owner.env');
    expect(read('deploy/candor-backup.timer')).toMatch(/^OnCalendar=hourly$/m);
    // two timers may fail before somebody is woken
    const age = /candor_backup_timestamp_seconds > (\d+)/.exec(read('monitoring/alerts.yml'))?.[1];
    expect(Number(age)).toBeGreaterThan(3 * 3_600);
    expect(read('deploy/candor-backup.service')).toContain('--to /var/lib/candor-backups\n');
  });

  it('end a backup or a copy that hangs, before its alert and so that the next one can begin', () => {
    const service = read('deploy/candor-backup.service');
    const hours = Number(/^TimeoutStartSec=(\d+)h$/m.exec(service)?.[1]);
    expect(hours).toBeLessThan(6);
    for (const line of read('deploy/after-backup').match(/^rsync .*$/gm) ?? [])
      expect(line).toMatch(/--timeout=\d+/);
    expect(read('deploy/after-backup')).toContain('BatchMode=yes');
  });

  it('note a copy of the backup once it was made, by the file that the metric reads', () => {
    const steps = [...read('deploy/candor-backup.service').matchAll(/^ExecStart=(.+)$/gm)].map(
      ([, step]) => step!,
    );
    const copied = steps.findIndex((step) => step.startsWith('/etc/candor/after-backup '));
    expect(copied).toBeGreaterThan(0);
    expect(steps[copied + 1]).toBe(`touch \${CANDOR_DATA}/${COPY_MARK}`);
  });

  it('run commands without what others could have written, and make tables as a user of its own', () => {
    const [script, migration] = [read('deploy/candor'), read('deploy/candor-migrate.service')];
    // npm takes a shell and options of Node from an .npmrc of the home folder
    expect(script).toMatch(/^export HOME=\/nonexistent npm_config_userconfig=\/dev\/null /m);
    expect(script).not.toContain('/tmp');
    expect(script).toContain(`if [ "$*" = 'npm run migrate' ]; then user=candor-owner; fi`);
    expect(script).toContain('exec setpriv --reuid="$user" --regid="$user" --init-groups "$@"');
    expect(migration).toMatch(/^User=candor-owner\nGroup=candor-owner$/m);
    expect(read('docs/operating.md')).toMatch(/^useradd .* candor-owner$/m);
  });

  it('send the proxies to the ports of the settings, and the metrics to nobody', () => {
    for (const file of ['deploy/nginx.conf', 'deploy/Caddyfile']) {
      const text = read(file);
      for (const port of [environment.PORT, environment.CONSOLE_PORT])
        expect(text, file).toContain(`127.0.0.1:${port}`);
      expect(text, file).not.toContain(String(environment.METRICS_PORT));
      expect(text, file).toMatch(/\/metrics/);
    }
  });
});
