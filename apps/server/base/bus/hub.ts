import { rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { answerOf, type Bus, Listeners, type OnBusError, type Published } from './bus.ts';
import { nobodyAnswers } from './bus-error.ts';
import {
  decodeMessage,
  encodeFrame,
  encodeMark,
  encodeMessage,
  type Frame,
  Kind,
  MAX_FRAME_BYTES,
  machineMs,
  WIRE_VERSION,
} from './frames.ts';

import { CLOSED, Line, MAX_UNREAD_BYTES } from './line.ts';
import { answer, Encoded, Requests } from './requests.ts';
import { checkSocketPath } from './socket-path.ts';
import { PatternTable, tokensOf } from './subjects.ts';

export interface ServeBusOptions {
  /** The Unix socket to listen on. A socket left by an earlier run is removed. */
  readonly path: string;
  /** Receives errors that handlers threw, and the reason when a client is disconnected. */
  readonly onError: OnBusError;
  /** A client with more unread bytes than this is disconnected. */
  readonly maxUnreadBytes?: number;
}

export interface ServedBus extends Bus {
  /** Disconnects all clients and removes the socket. */
  close(): Promise<void>;
}

const HELLO_PATIENCE_MS = 5_000;
const LOOK_EVERY_MS = 1_000;
/** The maximum number of subscriptions and responders of one client. */
const MAX_INTERESTS = 10_000;
/** Clients get a mark this often, and with a message already from this age of the last one on. */
const MARK_EVERY_MS = 400;
const MARK_EARLY_MS = 150;
/** Patient clients get one mark in so many. */
const MARK_SELDOM = 3;
const HUB_ENDS = 'the hub ends';
/** The end of a line whose other process is gone. */
const PEER_ENDED = /\b(ECONNRESET|EPIPE)$/;

/** Serves the bus to other processes over a Unix socket. Rejects if it cannot listen on the path. */
export async function serveBus(options: ServeBusOptions): Promise<ServedBus> {
  checkSocketPath(options.path);
  await rm(options.path, { force: true });
  const hub = new Hub(options);
  const server = createServer((socket) => hub.take(socket));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.path, resolve);
  });
  server.on('error', (error) => options.onError(error, 'bus'));
  const looking = setInterval(() => hub.look(), LOOK_EVERY_MS);
  const { listeners } = hub;
  return {
    publish: (subject, message) => hub.publish(subject, message),
    publishAll: (messages) => hub.publishAll(messages),
    subscribe: (pattern, handler) => listeners.subscribe(pattern, handler),
    request: (subject, message, { timeoutMs }) => hub.request(subject, message, timeoutMs),
    respond: (subject, handler) => listeners.respond(subject, handler),
    onState: () => () => {},
    behindMs: () => 0,
    close: () =>
      new Promise((resolve) => {
        clearInterval(looking);
        server.close(() => resolve());
        hub.end();
      }),
  };
}

interface Client {
  readonly line: Line;
  /** A client of another version gets a refusal, and its frames are ignored. */
  stage: 'new' | 'in' | 'refused';
  isPatient: boolean;
  /** Marks until it gets one, if it is patient. */
  marksLeft: number;
  /** The function that removes each subscription, by pattern. */
  readonly patterns: Map<string, () => void>;
  readonly responds: Set<string>;
}

/** Forwards messages and requests between its own process and its clients, and only to those that asked for them. */
class Hub {
  readonly listeners: Listeners;
  readonly #options: ServeBusOptions;
  readonly #clients = new Set<Client>();
  readonly #patterns = new PatternTable<Client>();
  readonly #responders = new Map<string, Client>();
  readonly #requests = new Requests();
  readonly #marking: NodeJS.Timeout;
  #markedMs = 0;

  constructor(options: ServeBusOptions) {
    this.#options = options;
    this.listeners = new Listeners(options.onError);
    this.#marking = setInterval(() => this.#mark(), MARK_EVERY_MS);
  }

  take(socket: Socket): void {
    const impatience = setTimeout(() => client.line.end('it said no hello'), HELLO_PATIENCE_MS);
    const client: Client = {
      line: new Line(socket, {
        maxFrameBytes: MAX_FRAME_BYTES,
        maxUnreadBytes: this.#options.maxUnreadBytes ?? MAX_UNREAD_BYTES,
        onFrame: (frame) => {
          if (client.stage === 'in') this.#onFrame(client, frame);
          else if (client.stage === 'new') {
            clearTimeout(impatience);
            this.#onHello(client, frame);
          }
        },
        onEnd: (reason) => {
          clearTimeout(impatience);
          this.#forget(client);
          // The supervisor reports a process that has ended.
          if (reason === CLOSED || reason === HUB_ENDS || PEER_ENDED.test(reason)) return;
          this.#options.onError(new Error(`a client of the bus was cut off: ${reason}`), 'bus');
        },
      }),
      stage: 'new',
      isPatient: false,
      marksLeft: 0,
      patterns: new Map(),
      responds: new Set(),
    };
    this.#clients.add(client);
  }

  publish(subject: string, message: unknown): void {
    this.listeners.deliver(subject, message);
    const audience = this.#audience(subject);
    if (audience.size > 0)
      this.#send(audience, encodeFrame(Kind.publish, 0, 0, subject, encodeMessage(message)));
  }

  /** Neighbours with the same audience leave in one frame. */
  publishAll(messages: readonly Published[]): void {
    let bundle: Published[] = [];
    let audience: ReadonlySet<Client> = new Set();
    const end = () => {
      if (audience.size > 0) this.#send(audience, encodeFrame(Kind.bundle, 0, 0, '', encodeMessage(bundle)));
      bundle = [];
    };
    for (const published of messages) {
      const [subject, message] = published;
      this.listeners.deliver(subject, message);
      const next = this.#audience(subject);
      if (!isSame(next, audience)) end();
      audience = next;
      bundle.push(published);
    }
    end();
  }

  async request(subject: string, message: unknown, timeoutMs: number): Promise<unknown> {
    const own = this.listeners.responder(subject);
    if (own !== undefined) return answerOf(own, subject, message, { timeoutMs });
    return decodeMessage(await this.#ask(subject, encodeMessage(message), timeoutMs));
  }

  look(): void {
    for (const { line } of this.#clients) line.look();
  }

  end(): void {
    clearInterval(this.#marking);
    for (const { line } of this.#clients) line.end(HUB_ENDS);
  }

  #onHello(client: Client, { kind, a, b }: Frame): void {
    if (kind !== Kind.hello) throw new TypeError('no hello');
    client.isPatient = b === 1;
    client.stage = a === WIRE_VERSION ? 'in' : 'refused';
    client.line.send(client.stage === 'in' ? Kind.welcome : Kind.refused, WIRE_VERSION);
  }

  #onFrame(client: Client, frame: Frame): void {
    const { kind, a, subject } = frame;
    if (kind === Kind.publish) this.#pass(client, frame);
    else if (kind === Kind.ping) client.line.send(Kind.pong, a);
    else if (kind === Kind.request) this.#onRequest(client, frame);
    else if (kind === Kind.answer) this.#requests.answered(client.line, frame);
    else if (kind === Kind.subscribe) {
      this.#checkRoom(client);
      client.patterns.get(subject)?.();
      client.patterns.set(subject, this.#patterns.add(subject, client));
    } else if (kind === Kind.unsubscribe) {
      client.patterns.get(subject)?.();
      client.patterns.delete(subject);
    } else if (kind === Kind.respond) {
      this.#checkRoom(client);
      tokensOf(subject);
      client.responds.add(subject);
      // The newest responder wins: an older one belongs to a process that was restarted.
      this.#responders.set(subject, client);
    } else if (kind === Kind.unrespond) this.#endResponder(client, subject);
    else throw new TypeError(`frame of kind ${kind}`);
  }

  #checkRoom({ patterns, responds }: Client): void {
    if (patterns.size + responds.size >= MAX_INTERESTS) throw new RangeError('too many subscriptions');
  }

  #pass(from: Client, { subject, body }: Frame): void {
    const audience = this.#audience(subject);
    if (this.listeners.hears(subject)) this.listeners.deliver(subject, decodeMessage(body));
    audience.delete(from);
    if (audience.size > 0) this.#send(audience, encodeFrame(Kind.publish, 0, 0, subject, body));
  }

  #send(audience: ReadonlySet<Client>, frame: Buffer): void {
    for (const { line } of audience) line.sendFrame(frame);
    // A process that wakes for a message gets the mark with it.
    if (machineMs() - this.#markedMs < MARK_EARLY_MS) return;
    this.#marking.refresh();
    this.#mark();
  }

  #mark(): void {
    this.#markedMs = machineMs();
    const mark = encodeMark(this.#markedMs);
    for (const client of this.#clients) {
      if (client.stage !== 'in') continue;
      if (client.isPatient && client.marksLeft > 0) {
        client.marksLeft -= 1;
        continue;
      }
      client.marksLeft = MARK_SELDOM - 1;
      client.line.sendFrame(mark);
    }
  }

  #onRequest(from: Client, frame: Frame): void {
    const { subject, b: timeoutMs, body } = frame;
    const own = this.listeners.responder(subject);
    answer(from.line, frame, () =>
      own === undefined
        ? this.#ask(subject, body, timeoutMs).then((found) => new Encoded(found))
        : own(decodeMessage(body)),
    );
  }

  async #ask(subject: string, body: Buffer, timeoutMs: number): Promise<Buffer> {
    const client = this.#responders.get(subject);
    if (client === undefined) throw nobodyAnswers(subject);
    return this.#requests.send(client.line, subject, body, timeoutMs);
  }

  #audience(subject: string): Set<Client> {
    return new Set(this.#patterns.match(subject));
  }

  #endResponder(client: Client, subject: string): void {
    client.responds.delete(subject);
    if (this.#responders.get(subject) === client) this.#responders.delete(subject);
  }

  #forget(client: Client): void {
    this.#clients.delete(client);
    for (const remove of client.patterns.values()) remove();
    for (const subject of client.responds) this.#endResponder(client, subject);
    this.#requests.lost(client.line);
  }
}

function isSame(left: ReadonlySet<Client>, right: ReadonlySet<Client>): boolean {
  return left.size === right.size && [...left].every((client) => right.has(client));
}
