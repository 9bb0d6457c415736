import type { IncomingMessage } from 'node:http';

/** The address that a request is counted by. */
export type ClientAddress = (request: IncomingMessage) => string;

/**
 * How the API, the console and the sockets tell who asks: by the peer, or where a proxy of ours sits in front, by the
 * address that it saw. That is the last one of X-Forwarded-For: what stands before it is the client's own word.
 */
export const clientAddressReader = (trustProxy: boolean): ClientAddress =>
  trustProxy ? lastForwarded : remoteAddress;

const remoteAddress: ClientAddress = ({ socket }) => socket.remoteAddress ?? '';

function lastForwarded(request: IncomingMessage): string {
  const header = String(request.headers['x-forwarded-for'] ?? '');
  const last = header.slice(header.lastIndexOf(',') + 1).trim();
  return last === '' ? remoteAddress(request) : last;
}
