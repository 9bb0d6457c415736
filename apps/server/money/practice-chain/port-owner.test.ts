import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { ownsPort } from './port-owner.ts';

it('knows the port of this process from that of another', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  expect(await ownsPort(process.pid, port)).toBe(true);
  expect(await ownsPort(process.ppid, port)).toBe(false);
  await new Promise<void>((resolve) => server.close(() => resolve()));
  expect(await ownsPort(process.pid, port)).toBe(false);
});
