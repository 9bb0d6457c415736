/**
 * Pages of the web app without a browser: the app's own reader of conversations over its own reader of MQTT. Their lines are
 * cut, and their requests and answers are lost, by chance of a seed.
 */
import { type Calls, type ChatRecord, createClient, newActKey, routes } from '@candor/api';
import { WebSocket } from 'ws';
import { type Chat, createChat } from '../../../apps/web/data/chat/chat.ts';
import type { ChatLine, ChatLineEvents } from '../../../apps/web/data/chat/chat-line.ts';
import { type MqttReader, openMqttReader } from '../../../apps/web/data/chat/mqtt-reader.ts';

/** A user who is signed in, with a place in a conversation. */
export interface StormUser {
  readonly userId: number;
  readonly token: string;
  readonly chatId: number;
  /** The address that a proxy saw: some users share one. */
  readonly address: string;
}

/** Requests of one process that are under way at once. */
const REQUESTS_AT_ONCE = 48;
/** Time after which a call that changes nothing counts as lost, and within which an act may arrive: a slow machine loses none. */
const PATIENT_MS = 60_000;

/** Numbers from 0 below 1 that are the same in each run. */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The network between the pages of this process and the house. */
export interface Network {
  readonly url: string;
  readonly random: () => number;
  /** Part of the requests that are lost, and as large a part of the answers. */
  lossRate: number;
  lost: number;
}

/** Lets through so many at once; the others wait in their order. */
function narrow(most: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let inside = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (inside >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else inside += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) inside -= 1;
      else next();
    }
  };
}

const throughNarrow = narrow(REQUESTS_AT_ONCE);

/** Fetches as a browser at an address does, over a network that loses requests and answers. */
function fetchFrom(address: string, network: Network): typeof fetch {
  return async (input, init) => {
    const fate = network.random();
    const losesRequest = fate < network.lossRate;
    const losesAnswer = !losesRequest && fate < 2 * network.lossRate;
    if (losesRequest || losesAnswer) network.lost += 1;
    if (losesRequest) throw new TypeError('the request was lost');
    return throughNarrow(async () => {
      // its time begins when it leaves, not while it waits for others of this process
      const { signal: _, ...sent } = init ?? {};
      const headers = { ...(sent.headers as Record<string, string>), 'x-forwarded-for': address };
      const response = await fetch(
        input,
        Object.assign(sent, { headers, signal: AbortSignal.timeout(PATIENT_MS) }),
      );
      const body = await response.arrayBuffer();
      if (losesAnswer) throw new TypeError('the answer was lost');
      return new Response(body, { status: response.status, headers: response.headers });
    });
  };
}

/** A page of a user that shows one conversation. */
export class Page {
  readonly user: StormUser;
  readonly chat: Chat;
  /** Times that the line has begun. */
  begun = 0;
  hints = 0;
  #socket: WebSocket | null = null;
  #begunBeforeCut = 0;
  readonly #sockets = new Set<WebSocket>();

  constructor(user: StormUser, network: Network) {
    this.user = user;
    const client = createClient<Calls>(routes, {
      baseUrl: network.url,
      head: 'v1',
      token: () => user.token,
      language: () => 'en',
      timeoutMs: PATIENT_MS,
      actWindowMs: PATIENT_MS,
      fetch: fetchFrom(user.address, network),
    });
    this.chat = createChat({
      client,
      line: (events) => this.#line(events),
      lineUrl: () => `${network.url.replace('http', 'ws')}/mqtt`,
      newKey: () => newActKey(Date.now()),
      isSeen: () => true,
      onProblem() {},
    });
  }

  /** Messages that the page shows, in its order. */
  get shown(): readonly ChatRecord[] {
    return this.#thread?.messages ?? [];
  }

  /** Messages of this page that the server has not answered for. */
  get waiting(): number {
    return this.#thread?.waiting.length ?? 0;
  }

  /** True while the line stands, and has begun since it was cut last. */
  get isOnline(): boolean {
    return this.#socket !== null && this.begun > this.#begunBeforeCut;
  }

  /** Opens the conversation; it is open once `isOpen` is true. */
  begin(): void {
    this.chat.begin(this.user.userId, this.user.token);
  }

  get isOpen(): boolean {
    if (this.chat.store.getState().conversations === null || this.begun === 0) return false;
    // loaded without a box around it, so that nothing is marked read
    if (this.#thread === undefined) void this.chat.loadNewest(this.user.chatId);
    return this.#thread !== undefined && this.#thread.top !== null;
  }

  /** Breaks the line: both ends hear of it, or neither, and the page must find out by pings without an answer. */
  cut(isSilent: boolean): void {
    if (isSilent) this.#socket?.pause();
    else this.#socket?.terminate();
    this.#begunBeforeCut = this.begun;
    this.#socket = null;
  }

  /** The device has a network again. */
  wake(): void {
    this.chat.wake();
  }

  close(): void {
    this.chat.forget();
    for (const socket of this.#sockets) socket.terminate();
  }

  get #thread() {
    return this.chat.store.getState().threads.get(this.user.chatId);
  }

  #line({ onConnected, onHint }: ChatLineEvents): ChatLine {
    let reader: MqttReader | null = null;
    return {
      open: (begin) => {
        reader?.close();
        reader = openMqttReader({
          ...begin,
          createSocket: (url) => this.#connect(url),
          onConnected: () => {
            this.begun += 1;
            onConnected();
          },
          onMessage: (payload) => {
            this.hints += 1;
            onHint(JSON.parse(payload));
          },
        });
      },
      wake: () => reader?.wake(),
      close() {
        reader?.close();
        reader = null;
      },
    };
  }

  #connect(url: string): globalThis.WebSocket {
    const socket = new WebSocket(url, ['mqtt'], { headers: { 'x-forwarded-for': this.user.address } });
    this.#sockets.add(socket);
    socket.on('error', () => {});
    socket.on('open', () => {
      this.#socket = socket;
    });
    socket.on('close', () => {
      this.#sockets.delete(socket);
      if (this.#socket === socket) this.#socket = null;
    });
    return socket as unknown as globalThis.WebSocket;
  }
}
