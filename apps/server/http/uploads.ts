import { KEY_HEADER, MAX_FILE_BYTES, type Problem } from '@candor/api';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../refusal.ts';
import { failureText, JSON_TYPE, languageOf, type Translate } from './envelope.ts';
import { tokenOf } from './token.ts';

/** Room for the form around the file. */
const FORM_BYTES = 16 * 1024;
/** The largest body of an upload. */
export const UPLOAD_LIMIT_BYTES = MAX_FILE_BYTES + FORM_BYTES;

/**
 * Uploads that a door holds in memory at once, and those of one address and of one user among them. A sender may take a
 * minute for each, so one address with many accounts must not hold all places.
 */
const AT_ONCE = 12;
const AT_ONCE_OF_ADDRESS = 6;
const AT_ONCE_OF_USER = 2;
const COME_BACK_MS = 2_000;

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
  let held = 0;

  function refuse(request: FastifyRequest, reply: FastifyReply, problem: Problem): void {
    const text = failureText(problem, languageOf(request.headers), options.translate);
    reply.hijack();
    reply.raw.writeHead(200, [
      ...options.headers,
      ...['content-type', JSON_TYPE, 'content-length', String(Buffer.byteLength(text))],
      // The body is not read, so the connection cannot be used again.
      ...['connection', 'close'],
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
    const places = [
      { of: `user ${holder}`, most: AT_ONCE_OF_USER },
      { of: `address ${request.addressKey}`, most: AT_ONCE_OF_ADDRESS },
    ];
    if (held >= AT_ONCE || places.some(({ of, most }) => (underWay.get(of) ?? 0) >= most))
      return refuse(request, reply, { key: 'RATE_LIMITED', retryAfterMs: COME_BACK_MS });
    held += 1;
    for (const { of } of places) underWay.set(of, (underWay.get(of) ?? 0) + 1);
    reply.raw.once('close', () => {
      held -= 1;
      for (const { of } of places) {
        const left = underWay.get(of)! - 1;
        if (left === 0) underWay.delete(of);
        else underWay.set(of, left);
      }
    });
  };
}

/** The body of an upload as it was read: a form with its boundary. */
export interface RawForm {
  readonly form: Buffer;
  readonly contentType: string;
}

/**
 * The file of a form, which has the fields `file` and `type` with the value 0 and nothing else.
 * @throws Refusal FILE_MISSING, FILE_TOO_LARGE or INVALID_INPUT
 */
export async function fileOfForm(body: unknown): Promise<Uint8Array> {
  if (!isRawForm(body)) throw new Refusal('FILE_MISSING', { field: 'file' });
  const fields = await formOf(body);
  for (const name of fields.keys())
    if (name !== 'file' && name !== 'type') throw new Refusal('INVALID_INPUT', { field: 'body' });
  const [file, ...more] = fields.getAll('file');
  if (file === undefined || typeof file === 'string' || file.size === 0)
    throw new Refusal('FILE_MISSING', { field: 'file' });
  if (more.length > 0 || fields.getAll('type').join() !== '0')
    throw new Refusal('INVALID_INPUT', { field: 'type' });
  if (file.size > MAX_FILE_BYTES) throw new Refusal('FILE_TOO_LARGE', { field: 'file' });
  return new Uint8Array(await file.arrayBuffer());
}

const isRawForm = (body: unknown): body is RawForm =>
  typeof body === 'object' && body !== null && Buffer.isBuffer((body as Partial<RawForm>).form);

/** Reads a form by the platform's own reader of multipart bodies. @throws Refusal FILE_MISSING */
async function formOf({ form, contentType }: RawForm): Promise<FormData> {
  try {
    const bytes = new Uint8Array(form.buffer, form.byteOffset, form.length) as Uint8Array<ArrayBuffer>;
    return await new Response(bytes, { headers: { 'content-type': contentType } }).formData();
  } catch {
    throw new Refusal('FILE_MISSING', { field: 'file' });
  }
}

/** The error of a body that is larger than its route allows: a file, or any other body. */
export const tooLargeKey = (limitBytes: number | undefined): 'FILE_TOO_LARGE' | 'BODY_TOO_LARGE' =>
  limitBytes === UPLOAD_LIMIT_BYTES ? 'FILE_TOO_LARGE' : 'BODY_TOO_LARGE';
