/**
 * Selects one of several doors that listen on one port. The kernel assigns a connection to a door by both ends'
 * addresses, so the same local port reaches the same door again.
 */
import { once } from 'node:events';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const HOST = '127.0.0.1';
const MOST_TRIES = 400;
const ACCEPT_PATIENCE_MS = 5_000;

/** Finds the requested number of local ports whose connections reach the process. */
export async function portsTo(pid: number, port: number, count: number): Promise<readonly number[]> {
  const found: number[] = [];
  for (let tried = 0; found.length < count; tried += 1) {
    if (tried === MOST_TRIES) throw new Error(`process ${pid} takes no connections on port ${port}`);
    const socket = connect(port, HOST);
    await once(socket, 'connect');
    if (await isHeldBy(pid, port, socket)) found.push(socket.localPort as number);
    // The port is free again at once.
    socket.resetAndDestroy();
  }
  return found;
}

async function isHeldBy(pid: number, port: number, socket: Socket): Promise<boolean> {
  const inode = await inodeOf(port, socket.localPort as number);
  const files = await readdir(`/proc/${pid}/fd`);
  const links = await Promise.all(files.map((file) => readlink(`/proc/${pid}/fd/${file}`).catch(() => '')));
  return links.includes(`socket:[${inode}]`);
}

/** Returns the inode of the other end's socket, once a process has accepted it. */
async function inodeOf(port: number, localPort: number): Promise<string> {
  const hex = (value: number) => value.toString(16).toUpperCase().padStart(4, '0');
  const untilMs = Date.now() + ACCEPT_PATIENCE_MS;
  for (;;) {
    for (const line of (await readFile('/proc/net/tcp', 'latin1')).split('\n')) {
      const [, local = '', remote = '', , , , , , , inode = '0'] = line.trim().split(/\s+/);
      if (local.endsWith(`:${hex(port)}`) && remote.endsWith(`:${hex(localPort)}`) && inode !== '0')
        return inode;
    }
    if (Date.now() > untilMs) throw new Error(`nobody accepts connections on port ${port}`);
    await sleep(2);
  }
}
