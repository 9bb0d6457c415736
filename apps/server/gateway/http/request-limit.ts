import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../base/errors/refusal.ts';
import { SITE_FACTOR } from '../../base/limits/budgets.ts';
import { addressKey, type ClientAddress, siteKey } from '../../base/limits/client-address.ts';
import { aloneAtDoor, type ShareLimit } from '../../base/limits/shared-limits.ts';
import { createBudget } from './admission.ts';
import { BODY_LIMIT_BYTES } from './body-limit.ts';
import type { CallRequest, RouteCost } from './call-request.ts';
import { failureText, JSON_TYPE, languageOf, type Translate } from './envelope.ts';
import { tokenOf } from './token.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly limit?: RouteCost;
  }
  interface FastifyRequest {
    /** Address that the request came from. */
    clientAddress: string;
    /** Identifies the address in the counts. */
    addressKey: string;
    /** The points that it cost. */
    cost: number;
    /** The budget is spent: it may repeat an act that was done, and do nothing new. */
    mayOnlyRepeat: boolean;
  }
}

export interface RequestLimitOptions {
  readonly clientAddress: ClientAddress;
  /** In ms; the machine's steady one if there is none. */
  readonly clock?: () => number;
  /** Points of an address, and of a user, in a second; of an IPv6 /48 eight times as many. */
  readonly pointsPerSecond: number;
  /** Further requests of an address, and of a user, in a second that may only repeat what was done. */
  readonly repeatsPerSecond: number;
  /** Shares these limits with the other doors; without it, they count this door only. */
  readonly share?: ShareLimit | undefined;
  readonly translate: Translate;
  /** Headers of a refusal. */
  readonly headers: Readonly<Record<string, string>>;
  /** Called for every request that was refused before it was routed to a call. */
  readonly onRefused: (addressKey: string) => void;
}

/** Counts all requests, whatever they ask for. */
export interface RequestLimit {
  /** Counts a request by its address. 0 where it may pass; else it must be refused, and it is the ms to wait. */
  count(request: CallRequest): number;
  /** The body of a refusal. */
  refusal(request: Pick<CallRequest, 'headers'>, waitMs: number): string;
  /** Counts a request by its address. False where it was refused: then it is answered already. */
  admits(request: FastifyRequest, reply: FastifyReply): boolean;
  /** Takes a point more for a part of a body that was read; where there is none, waits until there would be. */
  spend(request: Pick<CallRequest, 'addressKey'>): Promise<void>;
  /** Counts a request by its user, as well. @throws Refusal RATE_LIMITED */
  admitUser(request: CallRequest, userKey: string): void;
  /** Counts a call once more, for what it reads beyond its cost, by its address and its user. @throws Refusal RATE_LIMITED */
  charge(request: Pick<CallRequest, 'addressKey' | 'cost'>, userKey: string | null): void;
}

const PLACE_OF_TIME = '"retryAfterMs":';

/** The status of a refusal: a call's answer is an envelope. */
export const refusedStatus = (url: string): number => (url.startsWith('/api/') ? 200 : 429);

/** Bodies of refusals, made once a language but for the time to wait. */
function refusalsIn(translate: Translate): RequestLimit['refusal'] {
  const texts = new Map<string, string>();

  /** The refusal up to the place where the time to wait stands, which ends it. */
  function textBefore(request: Pick<CallRequest, 'headers'>): string {
    const language = languageOf(request.headers);
    let text = texts.get(language);
    if (text === undefined) {
      text = failureText({ key: 'RATE_LIMITED', retryAfterMs: 0 }, language, translate);
      text = text.slice(0, text.indexOf(PLACE_OF_TIME) + PLACE_OF_TIME.length);
      texts.set(language, text);
    }
    return text;
  }

  return (request, waitMs) => `${textBefore(request)}${waitMs}}}`;
}

/**
 * Counts every request to an app before anything is read of its body and before it reaches its route: calls, pages,
 * files, what does not exist and what cannot be read. A refusal is bytes that were made before.
 */
export function limitRequests(app: FastifyInstance, options: RequestLimitOptions): RequestLimit {
  const { clientAddress, translate, onRefused } = options;
  const { share = aloneAtDoor } = options;
  const budget = createBudget(options.pointsPerSecond, options.clock, share('requests'));
  const repeats = createBudget(options.repeatsPerSecond, options.clock, share('repeats'));
  const refusal = refusalsIn(translate);
  const headers = Object.entries({ ...options.headers, 'content-type': JSON_TYPE }).flat();

  app.decorateRequest('clientAddress', '');
  app.decorateRequest('addressKey', '');
  app.decorateRequest('cost', 1);
  app.decorateRequest('mayOnlyRepeat', false);

  /** Counts an IPv6 /64 and, with several times as many points, its /48: one customer may have all of it. */
  function take(address: string, points: number): number {
    const waitMs = budget.take(address, points);
    const site = siteKey(address);
    return waitMs > 0 || site === null ? waitMs : budget.take(site, points / SITE_FACTOR);
  }

  function refuse(request: FastifyRequest, reply: FastifyReply, waitMs: number): void {
    const text = refusal(request, waitMs);
    const fields = [...headers, 'content-length', String(Buffer.byteLength(text))];
    // A body that nobody wants to read is not read to its end: the connection ends.
    const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers;
    if (coding !== undefined || Number(length) > BODY_LIMIT_BYTES) fields.push('connection', 'close');
    reply.hijack();
    reply.raw.writeHead(refusedStatus(request.url), fields);
    reply.raw.end(text);
  }

  const mayRepeat = (request: CallRequest, key: string): boolean =>
    request.routeOptions.config?.limit?.repeatable === true &&
    request.headers['idempotency-key'] !== undefined &&
    tokenOf(request.headers) !== null &&
    repeats.take(key, 1) === 0;

  const limit: RequestLimit = {
    count(request) {
      const waitMs = take(request.addressKey, request.cost);
      if (waitMs === 0) return 0;
      if (mayRepeat(request, request.addressKey)) {
        request.mayOnlyRepeat = true;
        return 0;
      }
      onRefused(request.addressKey);
      return waitMs;
    },
    refusal,
    admits(request, reply) {
      request.clientAddress = clientAddress(request.raw);
      request.addressKey = addressKey(request.clientAddress);
      request.cost = request.routeOptions.config?.limit?.cost(request) ?? 1;
      const waitMs = limit.count(request);
      if (waitMs > 0) refuse(request, reply, waitMs);
      return waitMs === 0;
    },
    async spend({ addressKey }) {
      const waitMs = take(addressKey, 1);
      if (waitMs > 0) await pause(waitMs);
    },
    admitUser(request, userKey) {
      // It was counted among the retries of its address, which are fewer.
      if (request.mayOnlyRepeat) return;
      const waitMs = budget.take(userKey, request.cost);
      if (waitMs === 0) return;
      if (!mayRepeat(request, userKey)) throw new Refusal('RATE_LIMITED', { retryAfterMs: waitMs });
      request.mayOnlyRepeat = true;
    },
    charge({ addressKey, cost }, userKey) {
      const waitMs = take(addressKey, cost) || (userKey === null ? 0 : budget.take(userKey, cost));
      if (waitMs > 0) throw new Refusal('RATE_LIMITED', { retryAfterMs: waitMs });
    },
  };
  app.addHook('onRequest', (request, reply, done) => {
    if (limit.admits(request, reply)) done();
  });
  return limit;
}
