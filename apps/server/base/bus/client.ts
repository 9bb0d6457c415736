import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerOf, type Bus, Listeners, type OnBusError, type Published } from './bus.ts';
import { BusError, lineLost } from './bus-error.ts';
import {
  decodeMessage,
  encodeMessage,
  type Frame,
  Kind,
  machineMs,
  markedMsOf,
  WIRE_VERSION,
} from './frames.ts';
import { CLOSED, Line, MAX_UNREAD_BYTES } from './line.ts';
import { answer, Requests } from './requests.ts';
import { checkSocketPath } from './socket-path.ts';

export interface ConnectBusOptions {
  /** The Unix socket of the hub, which need not be listening yet. */
  readonly path: string;
  /** Receives errors that handlers threw, and the reason when the connection is lost. */
  readonly onError: OnBusError;
  /** The time to wait for the hub at the start, in ms. */
  readonly timeoutMs?: number;
  /** True if it is enough to learn once a second how far this process is behind. */
  readonly isPatient?: boolean;
}

export interface ConnectedBus extends Bus {
  /** Closes the connection and does not reconnect. Pending requests fail with LOST. */
  close(): void;
}

const START_PATIENCE_MS = 30_000;
/** The longest frame accepted from the hub: the state of a whole market may be large. */
const MAX_ANSWER_BYTES = 1 << 28;
const RETRY_MS = 100;
const OPEN_LOOK_MS = 10;
/** The connection counts as lost after two such times in a row without a mark or an answer to a ping. */
const SILENT_MS = 2_500;

/**
 * Connects to the hub at a Unix socket. Resolves when connected; afterwards it reconnects by itself. Rejects with a
 * BusError: UNREACHABLE or OTHER_VERSION.
 */
export async function connectBus(options: ConnectBusOptions): Promise<ConnectedBus> {
  checkSocketPath(options.path);
  const client = new BusClient(options);
  await client.open(options.timeoutMs ?? START_PATIENCE_MS);
  return client;
}

class BusClient implements ConnectedBus {
  readonly #options: ConnectBusOptions;
  readonly #listeners: Listeners;
  readonly #requests = new Requests();
  readonly #states = new Set<(state: 'lost' | 'back') => void>();
  /** The number of subscribers of each pattern. */
  readonly #patterns = new Map<string, number>();
  readonly #responds = new Set<string>();
  /** Fires when the hub was silent. It counts, because this process may have been paused and the marks may wait. */
  readonly #silence: NodeJS.Timeout;
  #silences = 0;
  #line: Line | null = null;
  /** True once the hub has answered a ping on this connection: the subscriptions are in place. */
  #ready = false;
  #wasReady = false;
  #closed = false;
  #retry: NodeJS.Timeout | undefined;
  #ping = 0;
  /** The send times of unanswered pings, oldest first. */
  #pings: { readonly number: number; readonly sentMs: number }[] = [];
  /** A time on the machine's clock: everything that the hub held then has arrived. */
  #inStepMs = Number.NEGATIVE_INFINITY;
  #otherVersion: BusError | null = null;

  constructor(options: ConnectBusOptions) {
    this.#options = options;
    this.#listeners = new Listeners(options.onError);
    this.#silence = setInterval(() => {
      this.#silences += 1;
      if (this.#silences > 1) this.#line?.end('the hub does not answer');
    }, SILENT_MS);
  }

  async open(timeoutMs: number): Promise<void> {
    this.#connect();
    const endMs = performance.now() + timeoutMs;
    while (!this.#ready) {
      const late = performance.now() > endMs;
      if (this.#otherVersion !== null || late) {
        this.close();
        throw this.#otherVersion ?? new BusError('UNREACHABLE', `nobody serves ${this.#options.path}`);
      }
      await sleep(OPEN_LOOK_MS);
    }
  }

  publish(subject: string, message: unknown): void {
    this.#listeners.deliver(subject, message);
    this.#line?.send(Kind.publish, 0, 0, subject, encodeMessage(message));
  }

  publishAll(messages: readonly Published[]): void {
    for (const [subject, message] of messages) this.publish(subject, message);
  }

  subscribe(pattern: string, handler: Parameters<Bus['subscribe']>[1]): () => void {
    const end = this.#listeners.subscribe(pattern, handler);
    const count = this.#patterns.get(pattern) ?? 0;
    this.#patterns.set(pattern, count + 1);
    if (count === 0) this.#ask(Kind.subscribe, pattern);
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      end();
      const left = (this.#patterns.get(pattern) ?? 1) - 1;
      this.#patterns.set(pattern, left);
      if (left > 0) return;
      this.#patterns.delete(pattern);
      this.#line?.send(Kind.unsubscribe, 0, 0, pattern);
    };
  }

  async request(subject: string, message: unknown, options: Parameters<Bus['request']>[2]): Promise<unknown> {
    const own = this.#listeners.responder(subject);
    if (own !== undefined) return answerOf(own, subject, message, options);
    const line = this.#line;
    if (line === null || !this.#ready) throw lineLost();
    const body = await this.#requests.send(line, subject, encodeMessage(message), options.timeoutMs);
    return decodeMessage(body);
  }

  respond(subject: string, handler: Parameters<Bus['respond']>[1]): () => void {
    const end = this.#listeners.respond(subject, handler);
    this.#responds.add(subject);
    this.#ask(Kind.respond, subject);
    return () => {
      if (this.#listeners.responder(subject) !== handler) return;
      end();
      this.#responds.delete(subject);
      this.#line?.send(Kind.unrespond, 0, 0, subject);
    };
  }

  onState(listener: (state: 'lost' | 'back') => void): () => void {
    this.#states.add(listener);
    return () => void this.#states.delete(listener);
  }

  behindMs(): number {
    return this.#ready ? machineMs() - this.#inStepMs : Number.POSITIVE_INFINITY;
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#silence);
    clearTimeout(this.#retry);
    this.#line?.end(CLOSED);
  }

  #connect(): void {
    const socket = connect(this.#options.path);
    const line: Line = new Line(socket, {
      maxFrameBytes: MAX_ANSWER_BYTES,
      maxUnreadBytes: MAX_UNREAD_BYTES,
      onFrame: (frame) => this.#onFrame(line, frame),
      onEnd: (reason) => this.#onEnd(line, reason),
    });
    socket.once('connect', () => {
      this.#line = line;
      this.#pings = [];
      this.#hear();
      line.send(Kind.hello, WIRE_VERSION, this.#options.isPatient === true ? 1 : 0);
      for (const pattern of this.#patterns.keys()) line.send(Kind.subscribe, 0, 0, pattern);
      for (const subject of this.#responds) line.send(Kind.respond, 0, 0, subject);
      this.#sendPing();
    });
  }

  /** Sends what this process wants to hear or answer. It is in step again once the hub has taken that in. */
  #ask(kind: typeof Kind.subscribe | typeof Kind.respond, subject: string): void {
    this.#line?.send(kind, 0, 0, subject);
    this.#sendPing();
  }

  /** Several wishes of one turn are followed by one ping each: they come together and are answered together. */
  #sendPing(): void {
    if (this.#line === null) return;
    this.#ping = (this.#ping + 1) >>> 0;
    this.#pings.push({ number: this.#ping, sentMs: machineMs() });
    this.#line.send(Kind.ping, this.#ping);
  }

  #onFrame(line: Line, frame: Frame): void {
    const { kind, a, subject, body } = frame;
    if (kind === Kind.publish) this.#onPublished(subject, body);
    else if (kind === Kind.bundle) this.#onBundle(body);
    else if (kind === Kind.mark) this.#onMark(markedMsOf(body));
    else if (kind === Kind.pong) this.#onPong(a);
    else if (kind === Kind.answer) this.#requests.answered(line, frame);
    else if (kind === Kind.request) {
      const own = this.#listeners.responder(subject);
      answer(line, frame, () => {
        if (own === undefined) throw new BusError('NOBODY_ANSWERS', `nobody answers ${subject}`);
        return own(decodeMessage(body));
      });
    } else if (kind === Kind.refused) {
      this.#otherVersion = new BusError('OTHER_VERSION', `the bus speaks version ${a}, not ${WIRE_VERSION}`);
      line.end(this.#otherVersion.message);
    }
  }

  /** Drops unreadable messages: another process published them, so the hub is not at fault. */
  #onPublished(subject: string, body: Buffer): void {
    let message: unknown;
    try {
      message = decodeMessage(body);
    } catch (error) {
      this.#options.onError(error, subject);
      return;
    }
    this.#listeners.deliver(subject, message);
  }

  /** The hub's own process published all of them. */
  #onBundle(body: Buffer): void {
    for (const [subject, message] of decodeMessage(body) as readonly Published[])
      this.#listeners.deliver(subject, message);
  }

  /** A mark says nothing of what the hub has not been told yet that it should send. */
  #onMark(markedMs: number): void {
    this.#hear();
    if (this.#pings.length === 0) this.#inStepMs = markedMs;
  }

  #hear(): void {
    this.#silences = 0;
    this.#silence.refresh();
  }

  #onPong(number: number): void {
    const first = this.#pings.shift();
    if (first?.number !== number) throw new RangeError('a pong that was not asked for');
    this.#hear();
    this.#inStepMs = first.sentMs;
    if (this.#ready) return;
    this.#ready = true;
    this.#otherVersion = null;
    if (this.#wasReady) this.#tell('back');
    this.#wasReady = true;
  }

  #onEnd(line: Line, reason: string): void {
    if (this.#line === line) this.#line = null;
    this.#requests.lost(line);
    const lost = this.#ready;
    this.#ready = false;
    if (!this.#closed) this.#retry = setTimeout(() => this.#connect(), RETRY_MS);
    if (!lost) return;
    if (!this.#closed) this.#options.onError(new Error(`the line to the bus is lost: ${reason}`), 'bus');
    this.#tell('lost');
  }

  #tell(state: 'lost' | 'back'): void {
    for (const listener of [...this.#states]) {
      try {
        listener(state);
      } catch (error) {
        this.#options.onError(error, 'bus');
      }
    }
  }
}
