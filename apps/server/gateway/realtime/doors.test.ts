import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect as dial } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createBudgets } from '../../base/limits/budgets.ts';
import { clientAddressReader } from '../../base/limits/client-address.ts';
import type { RefusedRequest } from '../../base/limits/refusal-log.ts';
import type { Connection } from './connection.ts';
import { createCounters } from './counters.ts';
import { type Doors, type DoorsOptions, openDoors } from './doors.ts';
import { textFrame } from './frame.ts';
import { DEFAULT_SETTINGS } from './settings.ts';

const NOW_MS = 1_000;
const now = () => NOW_MS;
const plenty = { burst: 1e9, perSecond: 1e9 };
const unlimited = {
  messageBurst: 1e9,
  messagesPerSecond: 1e9,
  inputBurstBytes: 1e9,
  inputBytesPerSecond: 1e9,
  budgets: createBudgets(plenty, now),
  handshakes: createBudgets(plenty, now),
};

/** A masked frame of a client, as bytes. */
function frame(firstByte: number, payload = Buffer.alloc(0)): Buffer {
  return Buffer.concat([Buffer.from([firstByte, 0x80 | payload.length, 0, 0, 0, 0]), payload]);
}
const PING = frame(0x89);
const PONG = frame(0x8a);
const TEXT = frame(0x81, Buffer.from('x'));
const FIRST_FRAGMENT = frame(0x01, Buffer.from('x'));
const EMPTY_FRAGMENT = frame(0x00);

describe('doors', () => {
  let server: Server;
  let doors: Doors;
  let received: string[];
  let faults: unknown[];
  let refusals: RefusedRequest[];
  const counters = createCounters();
  afterEach(async () => {
    await doors.close();
    server.close();
  });

  /** Doors that note what comes in by its path, and answer each message; the clock stands still. */
  const open = async (options: Partial<DoorsOptions> = {}): Promise<void> => {
    received = [];
    faults = [];
    refusals = [];
    Object.assign(counters, createCounters());
    server = createServer();
    doors = openDoors({
      ...DEFAULT_SETTINGS,
      server,
      counters,
      now,
      allowedOrigins: [],
      clientIp: clientAddressReader(['127.0.0.0/8', '::1']),
      budgets: createBudgets(DEFAULT_SETTINGS.addressBudget, now),
      handshakes: createBudgets(DEFAULT_SETTINGS.handshakeBudget, now),
      onError: (error) => faults.push(error),
      onPublic(connect) {
        const connection: Connection = connect({
          onMessage(text) {
            if (text === 'break') throw new Error('a fault of one connection');
            received.push(text);
            connection.write(textFrame(`got ${text}`));
          },
          onRateLimited() {},
          onMalformed() {},
          onDrain() {},
          onClose() {},
        });
      },
      refusals: { note: (refused) => refusals.push(refused) },
      onPrivate() {},
      onMqtt() {},
      ...options,
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  };
  const url = () => `ws://127.0.0.1:${(server.address() as AddressInfo).port}/ws/x`;
  /** A client at an address of its own, or null where it was refused. */
  const come = (from: string): Promise<WebSocket | null> =>
    new Promise((resolve) => {
      const ws = new WebSocket(url(), { headers: { 'x-forwarded-for': from } });
      ws.on('open', () => resolve(ws));
      ws.on('error', () => resolve(null));
    });
  const answered = async (ws: WebSocket): Promise<string> => {
    ws.send('hello');
    return String((await once(ws, 'message'))[0]);
  };
  const countOpen = async (addresses: readonly string[]): Promise<number> => {
    const came = await Promise.all(addresses.map(come));
    return came.filter((ws) => ws !== null).length;
  };
  /** Writes raw frames past the client's own library. */
  const write = (ws: WebSocket, bytes: Buffer): void => {
    (ws as unknown as { _socket: { write(bytes: Buffer): void } })._socket.write(bytes);
  };

  it.each([
    ['pings', PING],
    ['pongs', PONG],
    ['messages', TEXT],
  ])('drops who floods with %s, after its allowance, and serves the others', async (_, one) => {
    await open({ messageBurst: 20 });
    const flooder = (await come('203.0.113.1'))!;
    let pongs = 0;
    flooder.on('pong', () => {
      pongs += 1;
    });
    write(flooder, Buffer.concat(Array(5_000).fill(one)));
    await once(flooder, 'close');
    expect(counters.droppedRate).toBe(1);
    expect(new Set(refusals.map(({ address, call, why }) => `${address} ${call} ${why}`))).toEqual(
      new Set(['203.0.113.1 public socket RATE_LIMITED']),
    );
    expect(received.length + pongs).toBeLessThanOrEqual(20);
    expect(await answered((await come('203.0.113.2'))!)).toBe('got hello');
  });

  it('closes on a message in very many fragments, and counts their bytes', async () => {
    await open();
    const client = (await come('203.0.113.1'))!;
    write(client, Buffer.concat([FIRST_FRAGMENT, ...Array(40).fill(EMPTY_FRAGMENT)]));
    expect((await once(client, 'close'))[0]).toBe(1008);
    const other = (await come('203.0.113.1'))!;
    write(other, Buffer.alloc(200_000, Buffer.concat([TEXT, FIRST_FRAGMENT, frame(0x80)])));
    await once(other, 'close');
    expect(counters.droppedRate).toBe(1);
  });

  it('has one budget for all sockets of an address, by its /64', async () => {
    await open({ budgets: createBudgets({ burst: 30, perSecond: 1 }, now) });
    const sockets = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => come(`2001:db8:0:1::${n}`)));
    const closed = sockets.map((ws) => once(ws!, 'close'));
    for (const ws of sockets) for (let n = 0; n < 20; n++) ws!.send('x');
    await Promise.race(closed);
    expect(received.length).toBeLessThanOrEqual(30);
    expect(await answered((await come('2001:db8:0:2::1'))!)).toBe('got hello');
  });

  it('has a limit of connections and of upgrades for each address, however it is written', async () => {
    await open({ maxConnectionsPerIp: 3 });
    const sameHost = ['203.0.113.7', '::ffff:203.0.113.7', '203.0.113.7:5000', '1.2.3.4, 203.0.113.7'];
    expect(await countOpen([...sameHost, ...sameHost])).toBe(3);
    const rotating = (count: number) => Array.from({ length: count }, (_, n) => `2001:db8:5:5::${n + 1}`);
    expect(await countOpen(rotating(20))).toBe(3);
    const garbage = Array.from({ length: 20 }, (_, n) => `garbage-${n}`);
    expect(await countOpen(garbage)).toBe(3);
    const networks = Array.from({ length: 60 }, (_, n) => `2001:db8:9:${n + 1}::1`);
    expect(await countOpen(networks)).toBe(3 * 8);

    await doors.close();
    server.close();
    await open({ handshakes: createBudgets({ burst: 5, perSecond: 1 }, now) });
    expect(await countOpen(rotating(20))).toBe(5);
    const refused = {
      address: '2001:db8:5:5::/64',
      who: null,
      call: 'upgrade to a socket',
      why: 'RATE_LIMITED',
    };
    expect(refusals).toEqual(Array(15).fill(refused));
    expect(await countOpen(['203.0.113.8'])).toBe(1);
  });

  it('serves in turn: a long input holds up no short one', async () => {
    await open(unlimited);
    const [long, short] = [(await come('203.0.113.1'))!, (await come('203.0.113.2'))!];
    const many = 60_000;
    write(long, Buffer.concat(Array(many).fill(TEXT)));
    expect(await answered(short)).toBe('got hello');
    expect(received.indexOf('hello')).toBeLessThan(many / 2);
    await expect.poll(() => received.length).toBe(many + 1);
  });

  it('meters what comes along with the upgrade request', async () => {
    await open({ messageBurst: 20 });
    const socket = dial((server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(
      Buffer.concat([
        Buffer.from('GET /ws/x HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n'),
        Buffer.from('Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n'),
        ...Array<Buffer>(2_000).fill(TEXT),
      ]),
    );
    socket.resume();
    await once(socket, 'close');
    expect(received).toHaveLength(20);
    expect(counters.droppedRate).toBe(1);
  });

  it('ends the connection whose code throws, and no other', async () => {
    await open();
    const [broken, other] = [(await come('203.0.113.1'))!, (await come('203.0.113.1'))!];
    broken.send('break');
    expect((await once(broken, 'close'))[0]).toBe(1006);
    expect(await answered(other)).toBe('got hello');
    expect(faults.map(String)).toEqual(['Error: a fault of one connection']);
    expect(doors.connections.size).toBe(1);
  });

  it('outlives resets in the middle of everything', async () => {
    await open();
    for (const bytes of [Buffer.alloc(0), PING, FIRST_FRAGMENT, Buffer.from([0x81, 0xfe]), TEXT]) {
      for (let n = 0; n < 10; n++) {
        const client = (await come('203.0.113.1'))!;
        write(client, bytes);
        (client as unknown as { _socket: { resetAndDestroy(): void } })._socket.resetAndDestroy();
      }
    }
    await expect.poll(() => doors.count()).toBe(0);
    expect(await answered((await come('203.0.113.1'))!)).toBe('got hello');
    expect(faults).toEqual([]);
  });
});
