import { KEY_HEADER, type Problem } from '@candor/api';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { siteKey } from '../../base/limits/client-address.ts';
import { failureText, JSON_TYPE, languageOf, type Translate } from './envelope.ts';
import { UPLOAD_LIMIT_BYTES } from './forms.ts';
import { tokenOf } from './token.ts';

/** Uploads that a door holds in memory at once, and those of one user and of one IPv6 /48 among them. */
const AT_ONCE = 12;
const AT_ONCE_OF_USER = 2;
const AT_ONCE_OF_SITE = 6;
/**
 * A sender may take a minute for each, so few addresses with many accounts must not hold all places: for each place that an
 * address (of IPv6 a /64) has, so many must stay free when it takes another. One has 3 at most, two have 6, and the last
 * places are for who has none.
 */
const FREE_PER_OWN_PLACE = 3;
const COME_BACK_MS = 2_000;
/** Forms of one sender or address that may be refused in ten minutes; then no further one is read. */
const REFUSED_FORMS = 30;
const REFUSED_FORMS_SECONDS = 600;

declare module 'fastify' {
  interface FastifyRequest {
    /** Counts the form of an upload as refused; null where no form is expected. */
    onFormRefused: (() => void) | null;
  }
}

export interface UploadGuardOptions<Session> {
  readonly authenticate: (token: string) => Session | null | Promise<Session | null>;
  readonly userKey: (session: Session) => string;
  /** Lets the upload of a visitor in: whom it is counted for, null to refuse it. */
  readonly visitorKey?: ((request: FastifyRequest) => Promise<string | null>) | undefined;
  readonly translate: Translate;
  /** Headers of a refusal, names and values by turns. */
  readonly headers: readonly string[];
}

/** Lets an upload begin before anything of its body is read. */
export type UploadGuard = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/**
 * Admits uploads of signed-in users, and of visitors where a call takes them, and only so many at once: each holds its
 * file in memory.
 */
export function guardUploads<Session>(
  options: UploadGuardOptions<Session>,
): (takesVisitors: boolean) => UploadGuard {
  const underWay = new Map<string, number>();
  const refusedForms = new RateLimiterMemory({ points: REFUSED_FORMS, duration: REFUSED_FORMS_SECONDS });
  let held = 0;

  /** The ms until a sender who had too many forms refused may send one; 0 for anybody else. */
  async function bannedMs(keys: readonly string[]): Promise<number> {
    const counts = await Promise.all(keys.map((key) => refusedForms.get(key)));
    return Math.max(0, ...counts.map((count) => (count?.remainingPoints === 0 ? count.msBeforeNext : 0)));
  }

  function refuse(request: FastifyRequest, reply: FastifyReply, problem: Problem): void {
    const text = failureText(problem, languageOf(request.headers), options.translate);
    reply.hijack();
    reply.raw.writeHead(200, [
      ...options.headers,
      'content-type',
      JSON_TYPE,
      'content-length',
      String(Buffer.byteLength(text)),
      // The body is not read, so the connection cannot be used again.
      'connection',
      'close',
    ]);
    reply.raw.end(text);
  }

  async function holderOf(request: FastifyRequest, takesVisitors: boolean): Promise<string | null> {
    if (takesVisitors) return (await options.visitorKey?.(request)) ?? null;
    const token = tokenOf(request.headers);
    const session = token === null ? null : await options.authenticate(token);
    return session === null ? null : options.userKey(session);
  }

  return (takesVisitors) => async (request, reply) => {
    // keys sign text, and no file
    if (request.headers[KEY_HEADER] !== undefined)
      return refuse(request, reply, { key: 'API_KEY_NOT_ACCEPTED' });
    const holder = await holderOf(request, takesVisitors);
    if (holder === null)
      return refuse(request, reply, { key: takesVisitors ? 'RECOVERY_UNKNOWN' : 'SIGNED_OUT' });
    const keys = [`user ${holder}`, `address ${request.addressKey}`];
    const site = siteKey(request.addressKey);
    const places = site === null ? keys : [...keys, `site ${site}`];
    const waitMs = await bannedMs(keys);
    if (waitMs > 0) return refuse(request, reply, { key: 'RATE_LIMITED', retryAfterMs: waitMs });
    const [ofUser = 0, ofAddress = 0, ofSite = 0] = places.map((of) => underWay.get(of) ?? 0);
    const isFull = AT_ONCE - held <= FREE_PER_OWN_PLACE * ofAddress;
    if (isFull || ofUser >= AT_ONCE_OF_USER || ofSite >= AT_ONCE_OF_SITE)
      return refuse(request, reply, { key: 'RATE_LIMITED', retryAfterMs: COME_BACK_MS });
    held += 1;
    for (const of of places) underWay.set(of, (underWay.get(of) ?? 0) + 1);
    // over the limit the count only grows
    request.onFormRefused = () => {
      for (const key of keys) refusedForms.consume(key).catch(() => {});
    };
    reply.raw.once('close', () => {
      held -= 1;
      for (const of of places) {
        const left = underWay.get(of)! - 1;
        if (left === 0) underWay.delete(of);
        else underWay.set(of, left);
      }
    });
  };
}

/** The error of a body that is larger than its route allows: a file, or any other body. */
export const tooLargeKey = (limitBytes: number | undefined): 'FILE_TOO_LARGE' | 'BODY_TOO_LARGE' =>
  limitBytes === UPLOAD_LIMIT_BYTES ? 'FILE_TOO_LARGE' : 'BODY_TOO_LARGE';
