import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../../tests/support/patience.ts';
import type { PlainCall, PlainSender } from '../../gateway/http/plain-calls.ts';
import { type Front, openFront } from './front.ts';

const post = (name: string, path = '/call') =>
  `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: ${name.length + 2}\r\n\r\n"${name}"`;
const answer = (text: string) => `HTTP/1.1 200 OK\r\ncontent-length: ${text.length}\r\n\r\n`;

describe('plain requests at a front', () => {
  let front: Front;
  let faults: unknown[];
  let nowMs: number;
  let begun: { body: string; sender: PlainSender; answer: (text: string) => void }[];
  let sockets: Socket[];
  /** The paths that Node's server got. */
  let atNode: string[];

  beforeEach(async () => {
    [faults, begun, sockets, atNode, nowMs] = [[], [], [], [], 0];
    front = await openFront({
      ...{ host: '127.0.0.1', port: 0, portVariable: 'PORT', trustProxy: false },
      notReady: () => ({}),
      onError: (fault) => faults.push(fault),
      now: () => nowMs,
    });
    const call: PlainCall = ({ body }, sender) => {
      if (body === '"broken"') throw new Error('a fault of one call');
      begun.push({ body, sender, answer: (text) => sender.write(answer(text), text, false) });
      if (body !== '"slow"') begun.at(-1)?.answer(`plain ${body}`);
    };
    front.mount(
      (request, response) => {
        atNode.push(request.url ?? '');
        request.resume();
        request.on('end', () => response.end(`node ${request.url}`));
      },
      { find: (path) => (path === '/call' ? call : undefined) },
    );
  });
  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    await front.close();
  });

  async function dial() {
    const socket = connect(front.port, '127.0.0.1');
    socket.on('error', () => {});
    sockets.push(socket);
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    await once(socket, 'connect');
    const bodies = () =>
      [...text.matchAll(/\r\n\r\n((?:plain|node|first|second)[^H]*)/g)].map(([, body]) => body);
    return {
      socket,
      bodies,
      answered: (...all: string[]) => eventually(() => expect(bodies()).toEqual(all)),
    };
  }

  it('are answered one after the other on one connection', async () => {
    const { socket, answered } = await dial();
    socket.write(post('one'));
    await answered('plain "one"');
    socket.write(post('two'));
    await answered('plain "one"', 'plain "two"');
    expect(atNode).toEqual([]);
    expect(begun[0]?.sender).toMatchObject({ clientAddress: '127.0.0.1', addressKey: '127.0.0.1' });
  });

  it('leave a connection to Node from its first other request on', async () => {
    const { socket, answered } = await dial();
    socket.write(post('one'));
    await answered('plain "one"');
    socket.write('GET /page HTTP/1.1\r\nhost: a\r\n\r\n');
    await answered('plain "one"', 'node /page');
    socket.write(post('two'));
    await answered('plain "one"', 'node /page', 'node /call');
  });

  it.each([
    ['in two halves', [post('one').slice(0, 40), post('one').slice(40)], ['node /call']],
    ['in one packet with another', [post('one') + post('two')], ['node /call', 'node /call']],
    ['for another path', [post('one', '/other')], ['node /other']],
  ])('are none when they come %s', async (_, packets, answers) => {
    const { socket, answered } = await dial();
    for (const packet of packets) {
      socket.write(packet);
      await sleep(20);
    }
    await answered(...answers);
    expect(begun).toEqual([]);
  });

  it('wait for the answer to the one before', async () => {
    const { socket, answered, bodies } = await dial();
    socket.write(post('slow'));
    await eventually(() => expect(begun).toHaveLength(1));
    socket.write(post('two'));
    await sleep(20);
    socket.write('GET /page HTTP/1.1\r\nhost: a\r\n\r\n');
    await sleep(20);
    expect({ begun: begun.length, atNode, bodies: bodies() }).toEqual({ begun: 1, atNode: [], bodies: [] });
    begun[0]?.answer('first');
    await answered('first', 'plain "two"', 'node /page');
  });

  it('are answered after the client ended its side', async () => {
    const { socket, answered } = await dial();
    socket.end(post('slow'));
    await eventually(() => expect(begun).toHaveLength(1));
    await sleep(20);
    begun[0]?.answer('first');
    await answered('first');
    await eventually(() => expect(socket.readableEnded).toBe(true));
  });

  it('end their own connection only when their call throws', async () => {
    const { socket } = await dial();
    const other = await dial();
    socket.write(post('broken'));
    await once(socket, 'close');
    other.socket.write(post('one'));
    await other.answered('plain "one"');
    expect(faults.map(String)).toEqual(['Error: a fault of one call']);
  });

  it('may have lost their client by the time of the answer', async () => {
    const { socket } = await dial();
    socket.write(post('slow'));
    await eventually(() => expect(begun).toHaveLength(1));
    socket.resetAndDestroy();
    await sleep(50);
    begun[0]?.answer('first');
    expect(faults).toEqual([]);
  });

  it('leave no idle connection open', async () => {
    const [silent, idle, busy] = [await dial(), await dial(), await dial()];
    idle.socket.write(post('one'));
    busy.socket.write(post('slow'));
    await idle.answered('plain "one"');
    nowMs = 7_000;
    await once(idle.socket, 'close');
    expect(silent.socket.closed).toBe(false);
    nowMs = 11_000;
    await once(silent.socket, 'close');
    begun.at(-1)?.answer('second');
    await busy.answered('second');
  });

  it('let the front close: idle connections at once, busy ones after their answer', async () => {
    const [idle, busy] = [await dial(), await dial()];
    idle.socket.write(post('one'));
    await idle.answered('plain "one"');
    busy.socket.write(post('slow'));
    await eventually(() => expect(begun).toHaveLength(2));
    const closed = front.close();
    await eventually(() => expect(idle.socket.readableEnded).toBe(true));
    begun.at(-1)?.answer('second');
    await busy.answered('second');
    await closed;
  });
});
