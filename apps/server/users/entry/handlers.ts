import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { entryCalls, Session as SessionData } from '@candor/api';
import { Refusal } from '../../base/errors/refusal.ts';
import type { SentCode } from '../../gateway/codes/index.ts';
import type { Handlers } from '../../gateway/http/context.ts';
import { browserCookie, browserOf } from '../../gateway/http/cookie.ts';
import { createEntrances, type Entry, type Identity } from '../identity/index.ts';

export interface EntryHandlersDeps {
  readonly identity: Pick<Identity, 'entry'>;
  readonly secure: boolean;
}

interface Request {
  readonly ip: string;
  readonly headers: IncomingHttpHeaders;
  readonly setHeader: (name: string, value: string) => void;
}

export function entryHandlers({ identity, secure }: EntryHandlersDeps): Handlers<typeof entryCalls> {
  const entrances = createEntrances(secure);

  function entry(): Entry {
    if (identity.entry === null) throw new Refusal('MESSAGES_NOT_OPEN');
    return identity.entry;
  }

  /** The secret by which a browser is told from others; one that has none gets it with the first code. */
  function browserOfRequest({ headers, setHeader }: Request): string {
    const known = browserOf(headers, secure);
    if (known !== null) return known;
    const fresh = randomBytes(32).toString('base64url');
    setHeader('set-cookie', browserCookie(fresh, secure));
    return fresh;
  }

  const shown = ({ expiresAtMs, resendAtMs }: SentCode) => ({
    expiresAt: expiresAtMs,
    resendAt: resendAtMs,
  });

  async function sendCode(
    contact: 'email' | 'phone',
    asked: {
      readonly type: 'register' | 'login' | 'reset';
      readonly account?: string | undefined;
      readonly ticket?: string | undefined;
    },
    request: Request & { readonly language: Parameters<Entry['codes']['toUser']>[0]['language'] },
  ) {
    const { type, account, ticket } = asked;
    const { language } = request;
    const guest = entrances.visitorOf(request.ip, request.headers);
    if (ticket !== undefined) {
      if (type === 'register' || account !== undefined)
        throw new Refusal('INVALID_INPUT', { field: 'ticket' });
      return shown(await entry().codes.toUser({ act: type, ticket, contact, guest, language }));
    }
    if (type === 'login') throw new Refusal('INVALID_INPUT', { field: 'ticket' });
    if (account === undefined) throw new Refusal('INVALID_INPUT', { field: contact });
    const browser = browserOfRequest(request);
    return shown(
      await entry().codes.toContact({ purpose: type, contact, account, browser, guest, language }),
    );
  }

  return {
    sendEmailCode: ({ query, ...request }) =>
      sendCode('email', { type: query.type, account: query.email, ticket: query.ticket }, request),
    sendMobileCode: ({ query, ...request }) =>
      sendCode('phone', { type: query.type, account: query.phone, ticket: query.ticket }, request),
    async loginStepTwo({ body, ip, headers, setHeader }): Promise<SessionData> {
      const { ticket, kind, code } = body;
      const visitor = entrances.visitorOf(ip, headers);
      return entrances.entered(await entry().completeLogin({ ticket, kind, code }, visitor), setHeader);
    },
    async backPwd({ query, headers }) {
      const { type, account, code, password, confirmPassword } = query;
      if (password !== confirmPassword) throw new Refusal('PASSWORDS_DIFFER', { field: 'confirmPassword' });
      const browser = browserOf(headers, secure) ?? '';
      await entry().recovery.reset({ type, account, code, sha256: password.toLowerCase(), browser });
      return null;
    },
    async backPwdStepTwo({ body, ip, headers }) {
      const guest = entrances.visitorOf(ip, headers);
      await entry().recovery.complete(body.ticket, body.kind, body.code, guest);
      return null;
    },
  };
}
