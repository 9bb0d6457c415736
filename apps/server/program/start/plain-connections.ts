import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { addressKey, type ClientAddress } from '../../base/limits/client-address.ts';
import type { PlainCall, PlainCalls, PlainSender } from '../../gateway/http/plain-calls.ts';
import { KEEP_ALIVE_SECONDS, PlainReader, type PlainRequest } from '../../gateway/http/plain-request.ts';
import type { RequestTurns } from './request-turns.ts';

export interface PlainConnectionsOptions {
  /** The calls of the app; null until it is mounted. */
  readonly calls: () => PlainCalls | null;
  readonly clientAddress: ClientAddress;
  /** True if the address depends on the request and not on its connection. */
  readonly trustProxy: boolean;
  /** The turns that all requests take. */
  readonly turns: RequestTurns;
  /** The time that a new connection may take to say something, in ms. */
  readonly firstRequestMs: number;
  /** The clock by which idle connections end, in ms; the process's own where it is left out. */
  readonly now?: (() => number) | undefined;
  /** Called for a connection that Node's server has just taken over. */
  readonly onHandedOver: (socket: Socket) => void;
  /** Receives what a call throws; its connection has been cut off. */
  readonly onError: (error: unknown) => void;
}

export interface PlainConnections {
  /** Ends idle connections now and the others after their answers. */
  close(): void;
  /** Cuts off what is left. */
  closeAll(): void;
}

/** Node waits this much longer than it announces. */
const KEEP_ALIVE_MS = KEEP_ALIVE_SECONDS * 1_000 + 1_000;
const CHECK_MS = 2_000;

/**
 * Reads plain requests from the connections of a server. A connection is handed over to Node's HTTP server with all of
 * its bytes, for good, as soon as it sends anything else: half a request, another method, two requests in one packet,
 * an upgrade, an unknown path. So there is one set of rules of the protocol, Node's, and a short cut for bytes that
 * leave it nothing to decide. Call it behind the listeners that may refuse a connection.
 */
export function takePlainRequests(server: Server, options: PlainConnectionsOptions): PlainConnections {
  const [toNode, ...others] = server.listeners('connection') as ((this: Server, socket: Socket) => void)[];
  if (toNode === undefined) throw new Error('the server has no listener of its own');
  server.removeAllListeners('connection');
  const connections = new Set<Connection>();
  const { now = () => performance.now() } = options;
  const room: Room = {
    ...{ ...options, now },
    connections,
    handOver(socket, bytes) {
      toNode.call(server, socket);
      options.onHandedOver(socket);
      socket.unshift(bytes);
    },
  };
  for (const listener of others) server.on('connection', listener);
  let timer: NodeJS.Timeout | null = null;
  const check = (): void => {
    const nowMs = now();
    for (const connection of connections) connection.endIfIdle(nowMs);
    if (connections.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  };
  server.on('connection', (socket: Socket) => {
    if (socket.destroyed) return;
    connections.add(new Connection(socket, room));
    timer ??= setInterval(check, CHECK_MS).unref();
  });
  return {
    close() {
      for (const connection of connections) connection.endSoon();
    },
    closeAll() {
      for (const connection of connections) connection.destroy();
    },
  };
}

interface Room extends PlainConnectionsOptions {
  readonly now: () => number;
  readonly connections: Set<Connection>;
  readonly handOver: (socket: Socket, bytes: Buffer) => void;
}

class Connection implements PlainSender {
  clientAddress = '';
  addressKey = '';
  readonly #socket: Socket;
  readonly #room: Room;
  readonly #reader = new PlainReader();
  /** A request of it has no answer yet. */
  #isBusy = false;
  /** No further request is read. */
  #isEnding = false;
  /** Bytes that came before the answer to the last request. */
  #held: Buffer[] = [];
  #idleUntilMs: number;
  readonly #onData = (bytes: Buffer) => this.#take(bytes);
  readonly #onEnd = () => this.endSoon();
  readonly #onClose = () => void this.#room.connections.delete(this);

  constructor(socket: Socket, room: Room) {
    this.#socket = socket;
    this.#room = room;
    this.#idleUntilMs = room.now() + room.firstRequestMs;
    socket.on('data', this.#onData).on('end', this.#onEnd).on('close', this.#onClose);
  }

  write(head: string, body: Buffer | string, close: boolean): void {
    const socket = this.#socket;
    if (socket.destroyed) return;
    let taken: boolean;
    if (typeof body === 'string') taken = socket.write(head + body);
    else {
      socket.cork();
      socket.write(head, 'latin1');
      taken = socket.write(body);
      socket.uncork();
    }
    this.#isBusy = false;
    if (close || this.#isEnding) {
      this.#isEnding = true;
      socket.end();
      return;
    }
    this.#idleUntilMs = this.#room.now() + KEEP_ALIVE_MS;
    if (!taken) {
      // Whoever does not read its answers is not read either.
      this.#isBusy = true;
      socket.once('drain', () => {
        this.#isBusy = false;
        this.#next();
      });
    } else this.#next();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  endSoon(): void {
    this.#isEnding = true;
    if (!this.#isBusy) this.#socket.end();
  }

  endIfIdle(nowMs: number): void {
    if (!this.#isBusy && nowMs > this.#idleUntilMs) this.#socket.destroy();
  }

  #next(): void {
    if (this.#held.length === 0) return;
    const bytes = this.#held.length === 1 ? (this.#held[0] as Buffer) : Buffer.concat(this.#held);
    this.#held = [];
    this.#socket.resume();
    this.#take(bytes);
  }

  #take(bytes: Buffer): void {
    if (this.#isEnding) return;
    if (this.#isBusy) {
      this.#held.push(bytes);
      this.#socket.pause();
      return;
    }
    const { calls, turns } = this.#room;
    const plain = calls();
    const request = plain === null ? null : this.#reader.read(bytes);
    const call = request === null ? undefined : plain?.find(request.path);
    if (request === null || call === undefined) {
      this.#handOver(bytes);
      return;
    }
    this.#isBusy = true;
    this.#readAddress(request);
    if (
      !turns.run(
        () => this.addressKey,
        () => this.#begin(call, request),
      )
    )
      this.destroy();
  }

  #begin(call: PlainCall, request: PlainRequest): void {
    if (this.#socket.destroyed) return;
    try {
      call(request, this);
    } catch (error) {
      this.#room.onError(error);
      this.destroy();
    }
  }

  #readAddress({ headers }: PlainRequest): void {
    const { clientAddress, trustProxy } = this.#room;
    if (!trustProxy && this.addressKey !== '') return;
    this.clientAddress = clientAddress({ headers, socket: this.#socket });
    this.addressKey = addressKey(this.clientAddress);
  }

  #handOver(bytes: Buffer): void {
    const socket = this.#socket;
    this.#room.connections.delete(this);
    socket.off('data', this.#onData).off('end', this.#onEnd).off('close', this.#onClose);
    this.#room.handOver(socket, bytes);
  }
}
