import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../../tests/support/patience.ts';
import { type Front, type FrontOptions, openFront } from './front.ts';

const upgrade = [
  'GET /ws/x HTTP/1.1',
  'Host: candor.test',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
].join('\r\n');

describe('a front', () => {
  let front: Front;
  let faults: unknown[];
  let nowMs = 0;
  const note = (fault: unknown) => faults.push(fault);
  const options: FrontOptions = {
    host: '127.0.0.1',
    port: 0,
    portVariable: 'PORT',
    proxies: [],
    notReady: () => ({ server: 'is starting' }),
    upgradePatienceMs: 300,
    onError: note,
    now: () => nowMs,
  };
  beforeEach(async () => {
    faults = [];
    process.on('uncaughtExceptionMonitor', note);
    front = await openFront(options);
  });
  afterEach(async () => {
    process.off('uncaughtExceptionMonitor', note);
    await front.close();
  });

  const dial = async (): Promise<Socket> => {
    const socket = connect(front.port, '127.0.0.1');
    socket.on('error', () => {});
    await once(socket, 'connect');
    return socket;
  };
  /** The connections that a front has accepted and not ended, also those of its further listeners. */
  const openOf = ({ server }: Front): ReadonlySet<Socket> => {
    const open = new Set<Socket>();
    server.on('connection', (socket: Socket) => {
      open.add(socket);
      socket.on('close', () => open.delete(socket));
    });
    return open;
  };
  const get = async (path: string) => (await fetch(`http://127.0.0.1:${front.port}${path}`)).status;
  const exchange = async (request: string): Promise<string> => {
    const socket = await dial();
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.write(request);
    await once(socket, 'close');
    return Buffer.concat(chunks).toString();
  };

  it('outlives clients that reset an upgrade, a body and an answer', async () => {
    const requests = [
      upgrade,
      'GET / HTTP/1.1\r\nHost: a\r\n\r\n',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{',
      'POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n',
      'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n',
      'nonsense\r\n\r\n',
    ];
    for (const request of requests) {
      for (let n = 0; n < 20; n++) {
        const socket = await dial();
        await new Promise<void>((resolve) => socket.write(request, () => resolve()));
        socket.resetAndDestroy();
      }
    }
    expect(await get('/livez')).toBe(200);
    expect(faults).toEqual([]);
  });

  it('answers an upgrade while starting, and hangs up', async () => {
    expect(await exchange(upgrade)).toMatch(/^HTTP\/1\.1 503 .*\r\nRetry-After: 1\r\n/s);
  });

  it('lets an upgrade wait for who serves it, and forgets who has left', async () => {
    const patient = await openFront({ ...options, upgradePatienceMs: 60_000 });
    const served: string[] = [];
    const connections = openOf(patient);
    const ask = (path: string) => {
      const socket = connect(patient.port, '127.0.0.1');
      socket.write(upgrade.replace('/ws/x', path));
      return socket;
    };
    const [staying, leaving] = [ask('/ws/staying'), ask('/ws/leaving')];
    await eventually(() => expect(connections.size).toBe(2));
    leaving.resetAndDestroy();
    await eventually(() => expect(connections.size).toBe(1));
    patient.server.on('upgrade', (request, socket) => {
      served.push(request.url ?? '');
      socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n');
    });
    expect(String((await once(staying, 'data'))[0])).toContain('101');
    expect(served).toEqual(['/ws/staying']);
    await patient.close();
  });

  it('leaves other protocols that a client offers alone', async () => {
    front.mount((_request, response) => response.end('served'));
    const offer = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings, close\r\n';
    const socket = await dial();
    socket.write(`${offer}Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n`);
    expect(String((await once(socket, 'data'))[0])).toContain('200 OK');
    socket.destroy();
  });

  it('ends the connection whose handler throws, and no other', async () => {
    front.mount((request, response) => {
      if (request.url === '/broken') throw new Error('a fault of one request');
      response.end('served');
    });
    const other = await dial();
    expect(await exchange('GET /broken HTTP/1.1\r\nHost: a\r\n\r\n')).toBe('');
    other.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    expect(String((await once(other, 'data'))[0])).toContain('served');
    other.destroy();
    expect(faults.map(String)).toEqual(['Error: a fault of one request']);
  });

  it('survives a fault of accepting, such as no open file left', () => {
    front.server.emit('error', new Error('accept EMFILE'));
    expect(faults.map(String)).toEqual(['Error: accept EMFILE']);
  });

  /** Counts the requests that Node's parser made of what came. */
  const countParsed = () => {
    const parsed = { requests: 0, upgrades: 0 };
    front.server.on('request', () => {
      parsed.requests += 1;
    });
    front.server.on('upgrade', () => {
      parsed.upgrades += 1;
    });
    return parsed;
  };
  const request = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

  it('cuts off who pipelines without waiting, and parses nothing more of what came', async () => {
    const parsed = countParsed();
    let handled = 0;
    front.mount(() => {
      handled += 1;
    });
    expect(await exchange(request.repeat(1_000) + upgrade.repeat(100))).toBe('');
    expect(handled).toBeLessThanOrEqual(8);
    expect(parsed).toEqual({ requests: 9, upgrades: 0 });
    front.mount((_request, response) => response.end('served'));
    expect(await get('/')).toBe(200);
  });

  it('asks for the length of a body that comes in chunks, before it reads one', async () => {
    const parsed = countParsed();
    const head = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';
    expect(await exchange(`${head}1\r\n{\r\n1\r\n}\r\n0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 411 /);
    expect(parsed).toEqual({ requests: 0, upgrades: 0 });
  });

  it('answers what came in one packet in its order, whichever is ready first', async () => {
    const begun: { url: string; end: () => void }[] = [];
    front.mount((request, response) => {
      const { url = '' } = request;
      request.resume();
      begun.push({ url, end: () => response.end(`served ${url}`) });
    });
    const socket = await dial();
    let heard = '';
    socket.on('data', (chunk) => {
      heard += chunk;
    });
    socket.write('GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\n');
    await eventually(() => expect(begun.map(({ url }) => url)).toEqual(['/1', '/2']));
    begun[1]?.end();
    begun[0]?.end();
    await eventually(() => expect(heard.match(/served \/\d/g)).toEqual(['served /1', 'served /2']));
    socket.destroy();
    expect(faults).toEqual([]);
  });

  it('closes idle connections at once, and busy ones after their answer', async () => {
    const answers: (() => void)[] = [];
    front.mount((request, response) => {
      if (request.url === '/slow') answers.push(() => response.end('served'));
      else response.end('served');
    });
    const [idle, busy] = [await dial(), await dial()];
    idle.write(request);
    await once(idle, 'data');
    busy.write(request.replace('/', '/slow'));
    await eventually(() => expect(answers).toHaveLength(1));
    const closed = front.close();
    await once(idle, 'close');
    expect(busy.closed).toBe(false);
    const heard = once(busy, 'data');
    answers[0]?.();
    expect(String(await heard)).toContain('served');
    await closed;
  });

  it('refuses a head of more than 8 KB', async () => {
    front.mount((_request, response) => response.end('served'));
    const headOf = (bytes: number) =>
      exchange(`GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nx: ${'y'.repeat(bytes)}\r\n\r\n`);
    expect(await headOf(6_000)).toContain('served');
    expect(await headOf(9_000)).toMatch(/^HTTP\/1\.1 431 /);
  });

  it('accepts several connections in a turn of the loop, so that many of one sender hold up no other', async () => {
    const dialled = 64;
    let accepted = 0;
    front.server.on('connection', () => {
      accepted += 1;
    });
    // the loop stands while another process connects: what waits then is accepted turn by turn
    const dialler = `const { connect } = require('node:net'); const held = [];
      for (let n = 0; n < ${dialled}; n++) held.push(connect(${front.port}, '127.0.0.1').on('error', () => {}));
      setTimeout(() => process.exit(), 1_000);`;
    execFileSync(process.execPath, ['-e', dialler]);
    let turns = 0;
    for (; accepted < dialled && turns < 1_000; turns++)
      await new Promise((resolve) => setImmediate(resolve));
    expect(accepted).toBe(dialled);
    // one a turn would be as many turns
    expect(turns).toBeLessThan(dialled / 2);
  });

  it('closes the connections of one address beyond its share, until one ends', async () => {
    const open = openOf(front);
    const held = await Promise.all(Array.from({ length: 512 }, dial));
    // several listeners accept them in an order of their own
    await eventually(() => expect(open.size).toBe(512));
    const extra = await dial();
    await once(extra, 'close');
    held[0]!.destroy();
    await expect.poll(() => get('/livez').catch(() => 0)).toBe(200);
    for (const socket of held) socket.destroy();
  });

  it('closes new connections that come too fast, before it reads from them', async () => {
    front.mount((_request, response) => response.end('served'));
    let served = 0;
    let refused = 0;
    // At a clock that stands still: 1,024 at once.
    for (let n = 0; n < 11; n++) {
      const sockets = await Promise.all(Array.from({ length: 100 }, dial));
      const ends = sockets.map(async (socket) => {
        socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
        let answer = '';
        socket.on('data', (chunk) => {
          answer += chunk;
        });
        await new Promise((resolve) => socket.on('close', resolve));
        if (answer === '') refused += 1;
        else served += 1;
      });
      await Promise.all(ends);
    }
    expect({ served, refused }).toEqual({ served: 1_024, refused: 76 });
    nowMs += 1_000;
    expect(await get('/')).toBe(200);
  });

  it('refuses a taken port as the start’s error, and not as a fault of a connection', async () => {
    await expect(openFront({ ...options, port: front.port })).rejects.toMatchObject({ code: 'PORT_TAKEN' });
    expect(faults).toEqual([]);
  });
});
