/**
 * The archives of a backup: tar, compressed with zstd, encrypted to a public key in the age format. The standard
 * programs read them too: `age -d -i KEY FILE | zstd -d | tar t`.
 */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { Decrypter, Encrypter } from 'age-encryption';
import { extract, type Pack, pack } from 'tar-stream';
import { takeName } from '../../apps/server/base/data-folder/index.ts';
import { BackupError } from './backup-error.ts';

/** One file of an archive: at a place on the disk, or made as text or bytes. */
export type Source =
  | { readonly path: string; readonly file: string }
  | { readonly path: string; readonly text: string }
  | { readonly path: string; readonly bytes: Buffer };

/** A file as it stands in an archive. */
export interface Archived {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

export interface WrittenArchive {
  readonly bytes: number;
  readonly sha256: string;
}

/**
 * Writes an archive whose sources come one after the other; `add` resolves when a source is in it, to null for a file
 * that has gone meanwhile. The file appears under its name when it is whole and on the disk.
 */
export async function writeArchive(
  file: string,
  recipient: string,
  fill: (add: (source: Source) => Promise<Archived | null>) => Promise<void>,
): Promise<WrittenArchive> {
  const draft = `${file}.part`;
  const tar = pack();
  const stop = new AbortController();
  const { signal } = stop;
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  const hash = createHash('sha256');
  let bytes = 0;
  const count = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  try {
    const compressed = createZstdCompress();
    const packed = pipeline(Readable.from(tar), compressed, { signal });
    const encrypted = await encrypter.encrypt(webOf(compressed));
    const written = pipeline(
      nodeOf(encrypted),
      count,
      createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }),
      { signal },
    );
    const filled = fill((source) => addTo(tar, source)).then(
      () => tar.finalize(),
      (error: unknown) => {
        tar.destroy(error as Error);
        throw error;
      },
    );
    await allEnded([filled, packed, written], () => {
      tar.destroy();
      stop.abort();
    });
    await takeName(draft, file);
    return { bytes, sha256: hash.digest('hex') };
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/**
 * Waits for parts that work on the same file. When one fails, `stop` ends the others, and the failure is thrown after
 * the last has ended: what the caller removes then is written by nobody.
 */
async function allEnded(parts: readonly Promise<unknown>[], stop: () => void): Promise<void> {
  try {
    await Promise.all(parts);
  } catch (error) {
    stop();
    await Promise.allSettled(parts);
    throw error;
  }
}

async function addTo(tar: Pack, source: Source): Promise<Archived | null> {
  if (!('file' in source)) {
    const bytes = 'text' in source ? Buffer.from(source.text) : source.bytes;
    const entry = tar.entry({ name: source.path, size: bytes.length, mode: 0o600 });
    await pipeline([bytes], entry);
    return { path: source.path, bytes: bytes.length, sha256: sha256Of(bytes) };
  }
  const handle = await open(source.file).catch(nullIfGone);
  if (handle === null) return null;
  try {
    const { size, mtime } = await handle.stat();
    const entry = tar.entry({ name: source.path, size, mode: 0o600, mtime });
    const hash = createHash('sha256');
    await pipeline(async function* () {
      for await (const chunk of wholeOf(handle, size)) {
        hash.update(chunk);
        yield chunk;
      }
    }, entry);
    return { path: source.path, bytes: size, sha256: hash.digest('hex') };
  } finally {
    await handle.close();
  }
}

type Handle = Awaited<ReturnType<typeof open>>;

/** Reads `size` bytes of a file that may grow or shrink meanwhile. Zeros stand for what it lost. */
async function* wholeOf(handle: Handle, size: number): AsyncGenerator<Buffer> {
  const chunkBytes = 1 << 18;
  for (let at = 0; at < size; ) {
    const wanted = Math.min(chunkBytes, size - at);
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(wanted), 0, wanted, at);
    yield bytesRead === 0 ? buffer : buffer.subarray(0, bytesRead);
    at += bytesRead === 0 ? wanted : bytesRead;
  }
}

/**
 * Extracts an archive into `folder`, each file readable by this user only. Returns the files in their order; whoever
 * calls this brings them to the disk. Throws BackupError for another key, a damaged archive or a path that leads out of the folder.
 */
export async function readArchive(file: string, identity: string, folder: string): Promise<Archived[]> {
  const tar = extract();
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  const found: Archived[] = [];
  try {
    const decrypted = await decrypter.decrypt(webOf(createReadStream(file)));
    const stop = new AbortController();
    const fed = pipeline(nodeOf(decrypted), createZstdDecompress(), tar, { signal: stop.signal });
    const read = (async () => {
      for await (const entry of tar) {
        const { name, type } = entry.header;
        if (type !== 'file' || !isInside(name))
          throw new BackupError(`${file} holds a strange entry: ${name}`);
        found.push(await extractTo(join(folder, name), name, entry));
      }
    })();
    await allEnded([read, fed], () => {
      tar.destroy();
      stop.abort();
    });
    return found;
  } catch (error) {
    if (error instanceof BackupError || isOfDisk(error)) throw error;
    throw new BackupError(
      `${file} cannot be read with this key, or it is damaged: ${error instanceof Error ? error.message : error}.`,
      { cause: error },
    );
  }
}

async function extractTo(target: string, path: string, entry: AsyncIterable<unknown>): Promise<Archived> {
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  let bytes = 0;
  const file = createWriteStream(target, { flags: 'wx', mode: 0o600 });
  const closed = new Promise<void>((resolve) => file.once('close', () => resolve()));
  try {
    await pipeline(
      Readable.from(entry),
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk);
          bytes += chunk.length;
          yield chunk;
        }
      },
      file,
    );
  } finally {
    // A pipeline that is fed by a generator fails at once, also while the disk still opens the file.
    await closed;
  }
  return { path, bytes, sha256: hash.digest('hex') };
}

/** The same stream for the browser's API, whose types Node declares a second time. */
function webOf(stream: Readable): ReadableStream<Uint8Array> {
  return Readable.toWeb(stream) as unknown as ReadableStream<Uint8Array>;
}

function nodeOf(stream: ReadableStream<Uint8Array>): Readable {
  return Readable.fromWeb(stream as unknown as NodeStream);
}

function isInside(path: string): boolean {
  return (
    !path.startsWith('/') && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
  );
}

function isOfDisk(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}

function nullIfGone(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
