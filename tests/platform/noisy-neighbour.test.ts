import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { disturb } from '../../benches/noisy-neighbour/disturb.ts';

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function urlOf(listener: Parameters<typeof createServer>[1]): Promise<string> {
  server = createServer(listener!);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('the noisy neighbour ends, whether it is answered, refused, cut off or left without an answer', async () => {
  let count = 0;
  const url = await urlOf((request, response) => {
    count += 1;
    if (count % 5 === 0) request.socket.destroy();
    else if (count % 5 === 1) response.end('{"code":429}');
    else if (count % 5 === 2) response.write('{"code":200', () => request.socket.destroy());
    else if (count % 5 === 3) response.end('{"code":200}');
  });
  const result = await disturb({ url, seconds: 1, requestsPerSecond: 50, timeoutMs: 500 });
  expect(result.answered).toBeGreaterThan(0);
  expect(result.refused).toBeGreaterThan(0);
  expect(result.unanswered).toBeGreaterThan(0);
  expect(result.answered + result.refused + result.unanswered).toBeGreaterThanOrEqual(50);
});

test('a neighbour whose process fails is an error and not waited for', async () => {
  await expect(
    disturb({ url: 'no address', seconds: 1, requestsPerSecond: 50, timeoutMs: 500 }),
  ).rejects.toThrow('the neighbour ended with 1');
});
