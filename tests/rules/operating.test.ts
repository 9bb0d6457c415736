import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../apps/server/program/config/index.ts';
import { variables } from '../../apps/server/program/config/schema.ts';
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

describe('alerts', () => {
  it('each send people to a heading that exists', () => {
    const text = read('monitoring/alerts.yml');
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
      const known = [...Object.keys(variables), 'NODES_DISAGREE', 'PG_VERSION'];
      for (const name of settingsIn(text)) expect(known, `${page}: ${name}`).toContain(name);
    }
    expect(filesIn('run `node tools/gone.ts`, copy /opt/candor/deploy/x.conf')).toEqual([
      ...['tools/gone.ts', 'deploy/x.conf'],
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
    expect(environment.CANDOR_DATA).toBe('/var/lib/candor');
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
