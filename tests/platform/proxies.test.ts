// Own server: it stands behind a real nginx and a real Caddy, which read the files of `deploy`.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { channels, topics } from '@candor/api';
import mqtt from 'mqtt';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type DebianProgram, ensureProgram } from '../../tools/debian-program.ts';
import { endWithMe } from '../support/end-with-me.ts';
import { eventually } from '../support/patience.ts';
import {
  begunDataDir,
  endAll,
  quietPorts,
  type RunningProgram,
  root,
  startProgram,
  untilReady,
} from '../support/program.ts';

const HOST = 'exchange.example';
const CONSOLE = 'console.exchange.internal';
/** Stands for the machine’s address in the private network. */
const PRIVATE = '127.0.0.3';
const PROXIES = {
  nginx: { name: 'nginx', package: 'nginx', folder: 'usr/sbin', why: 'deploy/nginx.conf is tested with it' },
  caddy: { name: 'caddy', package: 'caddy', folder: 'usr/bin', why: 'deploy/Caddyfile is tested with it' },
} as const satisfies Readonly<Record<string, DebianProgram>>;

let folder: string;
let program: RunningProgram;
let upstream: { readonly door: string; readonly console: string };
const ends: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-proxies-'));
  execFileSync('openssl', [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '2',
    '-subj',
    `/CN=${HOST}`,
    '-addext',
    `subjectAltName=DNS:${HOST},DNS:${CONSOLE}`,
    '-keyout',
    join(folder, 'key.pem'),
    '-out',
    join(folder, 'cert.pem'),
  ]);
  const [door, console] = await quietPorts(2);
  upstream = { door: `127.0.0.1:${door}`, console: `127.0.0.1:${console}` };
  program = await startProgram({
    dataDir: await begunDataDir(),
    env: {
      PORT: String(door),
      CONSOLE_PORT: String(console),
      PUBLIC_URL: `https://${HOST}`,
      TRUSTED_PROXIES: '127.0.0.1',
      LOGIN_ATTEMPTS_PER_MINUTE: '2',
    },
  });
  await untilReady(`http://${upstream.door}`);
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});
afterAll(async () => {
  await endAll(program.dataDir);
  await rm(folder, { recursive: true, force: true });
});

/** Runs a proxy with its file of `deploy`, at free ports of loopback. */
async function startProxy(name: keyof typeof PROXIES, isPrivate: boolean, isClosed = false): Promise<number> {
  const file = await ensureProgram(PROXIES[name]);
  const [http, https] = (await quietPorts(2)) as [number, number];
  const place = await mkdtemp(join(folder, `${name}-`));
  if (isClosed) await writeFile(join(place, 'candor-closed'), '');
  const edit = (text: string, edits: readonly (readonly [string | RegExp, string])[]) =>
    edits.reduce((edited, [from, to]) => {
      expect(edited, String(from)).toMatch(from);
      return edited.replaceAll(from as never, to);
    }, text);
  const common = [
    ['127.0.0.1:8080', upstream.door],
    ['127.0.0.1:8081', upstream.console],
    ['10.0.0.0/8', isPrivate ? '127.0.0.0/8' : '10.0.0.0/8'],
  ] as const;
  const written = (file: string) => readFileSync(join(root, 'deploy', file), 'utf8');
  if (name === 'nginx') {
    const server = edit(written('nginx.conf'), [
      ...common,
      ['/etc/nginx/candor-closed', join(place, 'candor-closed')],
      [/listen \[::\]:(80|443).*;\n/g, '\n'],
      [/listen 80;/g, `listen 127.0.0.1:${http};`],
      [/listen 443 ssl http2;/g, `listen ${https} ssl http2;`],
      ['listen 10.0.0.5:443', `listen ${PRIVATE}:${https}`],
      [/ssl_certificate_key +\S+;/g, `ssl_certificate_key ${folder}/key.pem;`],
      [/ssl_certificate +\S+;/g, `ssl_certificate ${folder}/cert.pem;`],
    ]);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (each) => `${each}_temp_path ${join(place, each)};`,
    );
    const head = [
      'daemon off;',
      'master_process off;',
      `pid ${place}/pid;`,
      'error_log stderr;',
      'events {}',
    ];
    const lines = [...head, 'http {', 'access_log off;', ...temporary, server, '}', ''];
    await writeFile(join(place, 'nginx.conf'), lines.join('\n'));
    execFileSync(file, ['-t', '-c', join(place, 'nginx.conf'), '-p', place], { stdio: 'pipe' });
    keep(spawn(file, ['-c', join(place, 'nginx.conf'), '-p', place], { stdio: 'ignore' }));
  } else {
    const certificate = `tls ${folder}/cert.pem ${folder}/key.pem`;
    const text = edit(written('Caddyfile'), [
      ...common,
      ['root /etc/caddy', `root ${place}`],
      [`${HOST} {`, `${HOST}:${https} {\n\t${certificate}`],
      [`${CONSOLE} {`, `${CONSOLE}:${https} {`],
      ['tls internal', certificate],
    ]);
    await writeFile(
      join(place, 'Caddyfile'),
      `{\n\tadmin off\n\tauto_https off\n\thttp_port ${http}\n}\n${text}`,
    );
    const env = { ...process.env, HOME: place, XDG_DATA_HOME: place, XDG_CONFIG_HOME: place };
    execFileSync(file, ['validate', '--config', join(place, 'Caddyfile')], { env, stdio: 'pipe' });
    keep(spawn(file, ['run', '--config', join(place, 'Caddyfile')], { env, stdio: 'ignore' }));
  }
  await eventually(() => ask(https, '/'));
  return https;
}

function keep(child: ReturnType<typeof spawn>): void {
  endWithMe(child);
  ends.push(async () => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  });
}

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** Sends a request through the proxy to a host by its name. */
function ask(
  port: number,
  path: string,
  {
    host = HOST,
    at = host === CONSOLE ? PRIVATE : '127.0.0.1',
    body,
    headers = {},
  }: { host?: string; at?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: at,
        port,
        path,
        servername: host,
        rejectUnauthorized: false,
        agent: false,
        // a client is not at the address of the proxy, whose word counts
        localAddress: '127.0.0.2',
        method: body === undefined ? 'GET' : 'POST',
        headers: { host, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      },
      (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => {
          text += chunk;
        });
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, text, headers: response.headers }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

describe.each(['nginx', 'caddy'] as const)('%s with its file of deploy', (name) => {
  it('passes pages, sockets and MQTT on, and no figures', async () => {
    const port = await startProxy(name, true);
    const config = await ask(port, '/platform/dev/config.js');
    expect(config.status).toBe(200);
    expect(config.headers['strict-transport-security']).toBe('max-age=31536000');
    for (const path of ['/metrics', '/livez', '/readyz'])
      expect((await ask(port, path)).status, path).toBe(404);
    const options = { rejectUnauthorized: false, servername: HOST, headers: { host: HOST } };
    const socket = new WebSocket(`wss://127.0.0.1:${port}/ws/visitor`, options);
    const heard: string[] = [];
    socket.on('message', (data) => heard.push(String(data)));
    await once(socket, 'open');
    socket.send(JSON.stringify({ op: 'subscribe', channels: [channels.detail('BTCUSDT')] }));
    const reader = mqtt.connect(`wss://127.0.0.1:${port}/mqtt`, {
      reconnectPeriod: 0,
      rejectUnauthorized: false,
      wsOptions: options,
    });
    const payloads: string[] = [];
    reader.on('message', (_topic, payload) => payloads.push(String(payload)));
    reader.subscribe(topics.allSymbolDetail);
    await eventually(() => expect(heard.join('\n')).toContain(channels.detail('BTCUSDT')));
    await eventually(() => expect(payloads.join('\n')).toContain('BTCUSDT'));
    reader.end(true);
    socket.terminate();
  });

  it('adds the address that it saw, so that an invented one gives no attempts of its own', async () => {
    const port = await startProxy(name, true);
    const keys = await Promise.all(
      Array.from({ length: 8 }, async (_, attempt) => {
        const body = { type: 'account', account: `${name}_${attempt}`, password: 'correct-horse-9' };
        const headers = { 'x-forwarded-for': `203.0.113.${attempt}` };
        const { text } = await ask(port, '/api/user/login', { body, headers });
        return (JSON.parse(text) as { data: { key: string } }).data.key;
      }),
    );
    expect(keys.filter((key) => key === 'WRONG_CREDENTIALS').length).toBeLessThanOrEqual(2);
    expect(keys.filter((key) => /LOGIN_RATE_LIMITED|LOGIN_PROOF_NEEDED/.test(key)).length).toBeGreaterThan(5);
  });

  it('shows the console to its own network alone', async () => {
    const open = await startProxy(name, true);
    const livez = await ask(open, '/livez', { host: CONSOLE });
    expect(livez.text).toContain('alive');
    expect((await ask(open, '/metrics', { host: CONSOLE })).status).toBe(404);
    // customers who arrive at that address, as behind a translated one, reach their own host
    const customers = await ask(open, '/platform/dev/config.js', { at: PRIVATE });
    expect(customers.text).toContain('"mode"');
    const closed = await startProxy(name, false);
    const refused = await ask(closed, '/livez', { host: CONSOLE }).catch(() => ({ status: 0, text: '' }));
    expect([0, 403]).toContain(refused.status);
    expect(refused.text).not.toContain('alive');
  });

  it('keeps customers out while the file says closed, and lets the private network try everything', async () => {
    const page = '/platform/dev/config.js';
    expect((await ask(await startProxy(name, false, true), page)).status).toBe(503);
    expect((await ask(await startProxy(name, true, true), page)).status).toBe(200);
    expect((await ask(await startProxy(name, false), page)).status).toBe(200);
  });
});
