import { createHash } from 'node:crypto';
import { codeOf } from '../../../apps/server/gateway/messages/index.ts';
import { CODES_KEY, type House } from './house.ts';
import { type RawAnswer, send } from './person.ts';

/** The headers of a request, and if its answer is lost on the way: the browser then keeps no cookie of it. */
export interface Sending {
  readonly headers?: Readonly<Record<string, string>>;
  readonly isLost?: boolean;
}

/** A browser of a house: it keeps cookies and comes from an address of its own. */
export interface Browser {
  post(path: string, body?: unknown, how?: Sending): Promise<RawAnswer>;
  get(path: string): Promise<RawAnswer>;
  /** Forgets the cookie of that name, as a new browser has none. */
  forget(name: string): void;
}

let browsers = 0;

export function newBrowser(house: House, ip?: string): Browser {
  browsers += 1;
  const address = ip ?? `198.51.${browsers >> 8}.${browsers & 255}`;
  const cookies = new Map<string, string>();
  async function ask(
    method: string,
    path: string,
    body?: unknown,
    { headers, isLost = false }: Sending = {},
  ): Promise<RawAnswer> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await send(house, method, path, {
      ...(body === undefined ? {} : { body }),
      headers: { 'x-forwarded-for': address, ...(cookie === '' ? {} : { cookie }), ...headers },
    });
    if (isLost) return answer;
    for (const each of answer.headers.getSetCookie()) {
      const [pair = ''] = each.split(';');
      const at = pair.indexOf('=');
      cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return answer;
  }
  return {
    post: (path, body, how) => ask('POST', path, body, how),
    get: (path) => ask('GET', path),
    forget: (name) => void cookies.delete(`candor-${name}`),
  };
}

export interface SentMessage {
  readonly kind: string;
  /** Null for a message without a code, and for one that nobody gets. */
  readonly code: string | null;
  readonly isWithheld: boolean;
}

/** The newest message to a recipient; null if there is none. */
export async function newestMessage(house: House, to: string): Promise<SentMessage | null> {
  const { rows } = await house.pool.query(
    'select * from messages.message where recipient = $1 order by message_id desc limit 1',
    [to],
  );
  const [row] = rows;
  if (row === undefined) return null;
  const isRead = row.code_nonce !== null && !row.is_withheld;
  return {
    kind: row.kind,
    code: isRead ? codeOf(CODES_KEY, row.code_nonce) : null,
    isWithheld: row.is_withheld,
  };
}

/** The code in the newest message to a recipient. */
export async function codeTo(house: House, to: string): Promise<string> {
  const code = (await newestMessage(house, to))?.code ?? null;
  if (code === null) throw new Error(`no code was sent to ${to}`);
  return code;
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A code that is not the given one. */
export const otherCode = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

export const sendEmail = (type: string, email: string) =>
  `/api/user/sendEmailCode?type=${type}&email=${encodeURIComponent(email)}`;
export const sendMobile = (type: string, phone: string) =>
  `/api/user/sendMobileCode?type=${type}&phone=${encodeURIComponent(phone)}`;
