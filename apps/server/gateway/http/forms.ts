import { MAX_FILE_BYTES, type Problem } from '@candor/api';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { Refusal } from '../../base/errors/refusal.ts';

/** The most of a form that is not its file: boundaries, headers of parts, the field `type`. */
const MOST_AROUND_BYTES = 16 * 1024;
/** The largest body of an upload. */
export const UPLOAD_LIMIT_BYTES = MAX_FILE_BYTES + MOST_AROUND_BYTES;

/** A browser's boundary has 38 characters, and the standard allows 70. */
const MOST_TYPE_CHARS = 256;
/** Bytes that the parser reads in one step: a part can be as short as 9 bytes, and one too many ends the reading. */
const STEP_BYTES = 2_048;
/** Bytes that each of the parser's three buffers holds. */
const BUFFER_BYTES = 16 * 1024;
/** Bytes of a file that the parser may hold back. */
const HELD_BACK_BYTES = 4 * BUFFER_BYTES;
/** Bytes of a body that are read for one point of the sender's budget. */
const BYTES_A_POINT = 256 * 1024;

/** The body of an upload: its file, or why it is refused. */
export type UploadForm =
  | { readonly file: Uint8Array; readonly refused: null }
  | { readonly file: null; readonly refused: Problem };

interface Reader {
  /** Reads some bytes; the promise, if there is one, ends when further ones may come. */
  readonly step: (bytes: Buffer) => Promise<void> | null;
  /** The file, once the form has ended. */
  readonly end: () => Promise<Uint8Array>;
  /** Why the form is refused, as far as it was read; null while nothing is wrong. */
  readonly refused: () => Problem | null;
}

const missing: Problem = { key: 'FILE_MISSING', field: 'file' };
const tooLarge: Problem = { key: 'FILE_TOO_LARGE', field: 'file' };
const wrong = (field: string): Problem => ({
  key: 'INVALID_INPUT',
  field: /^\w{1,64}$/.test(field) ? field : 'body',
});

function parserOf(contentType: string): BusboyInstance | null {
  if (contentType.length > MOST_TYPE_CHARS) return null;
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      isPartAFile: (name) => name === 'file',
      highWaterMark: BUFFER_BYTES,
      fileHwm: BUFFER_BYTES,
      limits: {
        files: 1,
        fields: 1,
        parts: 2,
        fileSize: MAX_FILE_BYTES,
        fieldSize: 8,
        headerPairs: 8,
        headerSize: 2_048,
      },
    });
  } catch {
    // it finds no boundary
    return null;
  }
}

/** Begins to read a form with the fields `file` and, if it is there, `type` with the value 0. */
function readerOf(parser: BusboyInstance): Reader {
  let refused: Problem | null = null;
  let readBytes = 0;
  let fileBytes = 0;
  const chunks: Buffer[] = [];
  const refuse = (problem: Problem): void => {
    refused ??= problem;
  };
  const ended = new Promise<void>((resolve) => {
    parser.once('finish', resolve);
    parser.once('error', () => resolve());
  });
  parser.on('error', () => refuse(missing));
  parser.on('partsLimit', () => refuse(wrong('body')));
  parser.on('filesLimit', () => refuse(wrong('file')));
  parser.on('fieldsLimit', () => refuse(wrong('type')));
  parser.on('field', (name, value) => {
    if (name !== 'type' || value !== '0') refuse(wrong(String(name)));
  });
  parser.on('file', (_name, stream) => {
    stream.on('error', () => refuse(missing));
    stream.on('limit', () => refuse(tooLarge));
    stream.on('data', (bytes: Buffer) => {
      fileBytes += bytes.length;
      chunks.push(bytes);
    });
  });
  return {
    step(bytes) {
      readBytes += bytes.length;
      const isReady = parser.write(bytes);
      if (readBytes - fileBytes > MOST_AROUND_BYTES + HELD_BACK_BYTES) refuse(wrong('body'));
      if (isReady) return null;
      const drained = new Promise<void>((resolve) => void parser.once('drain', resolve));
      return Promise.race([drained, ended]);
    },
    async end() {
      parser.end();
      await ended;
      if (fileBytes === 0) refuse(missing);
      return Buffer.concat(chunks);
    },
    refused: () => refused,
  };
}

/**
 * Reads the body of an upload as it arrives, in short steps and with bounds on everything that a sender chooses. A form
 * that is refused is received to its end and not looked at, so that its sender reads why. `spend` waits until the sender
 * may pay a point of its budget, which every 256 KB cost. Gives null for a body that is longer than any upload.
 */
export async function readForm(
  payload: AsyncIterable<Buffer>,
  contentType: string,
  spend: () => Promise<void>,
): Promise<UploadForm | null> {
  const parser = parserOf(contentType);
  const reader = parser === null ? null : readerOf(parser);
  let readBytes = 0;
  let paidBytes = BYTES_A_POINT;
  for await (const chunk of payload) {
    readBytes += chunk.length;
    if (readBytes > UPLOAD_LIMIT_BYTES) return null;
    for (let at = 0; at < chunk.length && reader?.refused() === null; at += STEP_BYTES) {
      const ready = reader.step(chunk.subarray(at, at + STEP_BYTES));
      if (ready !== null) await ready;
    }
    for (; readBytes > paidBytes; paidBytes += BYTES_A_POINT) await spend();
  }
  if (reader === null) return { file: null, refused: missing };
  const file = reader.refused() === null ? await reader.end() : null;
  const refused = reader.refused();
  return refused === null && file !== null ? { file, refused } : { file: null, refused: refused ?? missing };
}

/**
 * The file of a form that was read.
 * @throws Refusal FILE_MISSING, FILE_TOO_LARGE or INVALID_INPUT
 */
export function fileOfForm(body: unknown): Uint8Array {
  const form = body as Partial<UploadForm> | null | undefined;
  if (form?.file instanceof Uint8Array) return form.file;
  const { key, ...more } = form?.refused ?? missing;
  throw new Refusal(key, more);
}
