/** Clients of a server with several doors, one of which may stand still. */
import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import { topics } from '@candor/api';
import mqtt from 'mqtt';
import type { TestClient, Wire } from '../realtime/client.ts';

export interface Answer {
  readonly status: number;
  readonly receivedMs: number;
  readonly body: {
    readonly code: number;
    readonly data: Readonly<Record<string, unknown>> & { readonly key?: string };
  };
}

export interface Asked {
  readonly token?: string | null;
  /** Sends this body by POST. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
}

/**
 * Sends one request on a new connection, which the system assigns to one of the doors. `fetch` would take an idle one,
 * and a door that was stopped closes its idle connections when it resumes.
 */
export function ask(url: string, { token, body, headers, timeoutMs = 180_000 }: Asked): Promise<Answer> {
  const sent = body === undefined ? null : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const asked = request(
      url,
      {
        agent: false,
        method: sent === null ? 'GET' : 'POST',
        headers: {
          ...(sent === null
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) }),
          ...(typeof token === 'string' ? { authorization: token } : {}),
          ...headers,
        },
        signal: AbortSignal.timeout(timeoutMs),
      },
      (response) =>
        json(response).then(
          (read) =>
            resolve({
              status: response.statusCode!,
              body: read as Answer['body'],
              receivedMs: Date.now(),
            }),
          reject,
        ),
    );
    asked.on('error', reject);
    asked.end(sent);
  });
}

/** The newest time in ms since 1970 that a message has under one of these names; 0 if there is none. */
export function newestIn(value: unknown, names: readonly string[]): number {
  if (Array.isArray(value)) return Math.max(0, ...value.map((each) => newestIn(each, names)));
  if (typeof value !== 'object' || value === null) return 0;
  const times = Object.entries(value).map(([name, each]) =>
    typeof each === 'number' ? (names.includes(name) ? each : 0) : newestIn(each, names),
  );
  return Math.max(0, ...times);
}

/** An MQTT client of one user that remembers all it got. */
export interface MqttReader {
  readonly heard: { readonly body: unknown; readonly atMs: number }[];
  isClosed(): boolean;
  end(): void;
}

export function readMqtt(base: string, userId: number, token: string): Promise<MqttReader> {
  const client = mqtt.connect(`${base}/mqtt`, {
    reconnectPeriod: 0,
    keepalive: 120,
    username: String(userId),
    password: token,
  });
  const heard: MqttReader['heard'] = [];
  let closed = false;
  client.on('message', (_topic, payload) =>
    heard.push({ body: JSON.parse(payload.toString()), atMs: Date.now() }),
  );
  return new Promise((resolve, reject) => {
    client.on('error', reject);
    client.on('close', () => {
      closed = true;
      reject(new Error('closed'));
    });
    client.on('connect', () => {
      client.subscribe([topics.allSymbolDetail, `user/${userId}/#`], (error) => {
        if (error) reject(error);
        else resolve({ heard, isClosed: () => closed, end: () => client.end(true) });
      });
    });
  });
}

const UPKEEP: readonly unknown[] = ['ping', 'pong', 'error', 'status', 'subscribed'];

/** True for messages with data of the market or of an account. */
export const isData = ({ type }: Wire): boolean => !UPKEEP.includes(type);

/** True for the ping that says that earlier data is stale. */
export const isStalePing = ({ type, seq, marketT }: Wire): boolean =>
  type === 'ping' && seq === 0 && marketT === 0;

/** A socket whose door may be stopped meanwhile: tells what came since it was marked. */
export class Marked {
  readonly client: TestClient;
  readonly #count: number;

  constructor(client: TestClient) {
    this.client = client;
    this.#count = client.messages.length;
  }

  since(): readonly Wire[] {
    return this.client.messages.slice(this.#count);
  }
}
