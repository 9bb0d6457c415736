// Own server: the sockets of the whole program are under test.
import { once } from 'node:events';
import { connect as dial } from 'node:net';
import { channels, publicServerMessageSchema, topics } from '@candor/api';
import mqtt from 'mqtt';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../support/patience.ts';
import {
  type Addresses,
  begunDataDir,
  endAll,
  type RunningProgram,
  startProgram,
} from '../support/program.ts';
import { connect, until } from './client.ts';

let program: RunningProgram;
let addresses: Addresses;
beforeAll(async () => {
  program = await startProgram({ dataDir: await begunDataDir() });
  addresses = await program.ready();
});
afterAll(() => endAll(program.dataDir));

it('the started program streams its market over both kinds of socket, and counts it for /metrics', async () => {
  const base = addresses.url.replace('http://localhost', 'ws://127.0.0.1');
  const client = await connect(`${base}/ws/visitor`);
  const names = [
    channels.detail('BTCUSDT'),
    channels.trade('BTCUSDT'),
    channels.kline('BTCUSDT', '1m'),
    channels.depth('BTCUSDT'),
  ];
  client.send({ op: 'subscribe', channels: names });
  const reader = mqtt.connect(`${base}/mqtt`, { reconnectPeriod: 0, keepalive: 5 });
  const payloads: Buffer[] = [];
  reader.on('message', (_topic, payload) => payloads.push(payload));
  reader.subscribe(topics.allSymbolDetail);
  const updated = (ch: string): boolean => client.messages.filter((message) => message.ch === ch).length > 1;
  await until(() => names.every(updated), 'two of each').catch(() => {});
  expect(names.filter((name) => !updated(name))).toEqual([]);
  for (const message of client.messages)
    expect(publicServerMessageSchema.safeParse(message).error).toBeUndefined();
  const isOfHouse = ([, quantity, ofHouse]: string[]) => quantity !== '0' && quantity === ofHouse;
  const bids = () => client.messages.flatMap(({ ch, b }) => (ch === names[3] ? (b as string[][]) : []));
  await until(() => bids().some(isOfHouse), 'a quote of the house');
  await eventually(() => {
    const tickers = JSON.parse(String(payloads.at(-1))) as { symbol: string }[];
    const symbols = tickers.map(({ symbol }) => symbol);
    expect(symbols.filter((symbol) => symbol.endsWith('-PERP'))).toHaveLength(10);
    expect(symbols.filter((symbol) => !symbol.endsWith('-PERP'))).toHaveLength(10);
  });
  const metrics = await (await fetch(addresses.metricsUrl)).text();
  expect(metrics).toContain('candor_realtime_connections{process="door"} 2');
  reader.end(true);
  client.ws.terminate();
});

it('outlives clients that reset their connections, on both ports', async () => {
  const upgrade = (path: string, ...more: string[]) =>
    [
      `GET ${path} HTTP/1.1`,
      'Host: a',
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      ...more,
      '\r\n',
    ].join('\r\n');
  const requests = [
    upgrade('/ws/x'),
    upgrade('/ws/coin/1'),
    upgrade('/nowhere'),
    upgrade('/mqtt', 'Sec-WebSocket-Protocol: mqtt'),
    'GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n',
    'POST /v1/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
    'POST /v1/login HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n',
  ];
  for (const address of [addresses.url, addresses.consoleUrl]) {
    for (const request of requests) {
      for (const awaited of ['sent', 'answered']) {
        const socket = dial(Number(new URL(address).port), '127.0.0.1');
        socket.on('error', () => {});
        const answered = Promise.race([once(socket, 'data'), once(socket, 'close')]);
        const sent = new Promise<void>((resolve) => socket.write(request, () => resolve()));
        // A body that never ends gets no answer.
        await (awaited === 'sent' || request.startsWith('POST') ? sent : answered);
        socket.resetAndDestroy();
      }
    }
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
  }
  expect(program.child.exitCode).toBeNull();
});
