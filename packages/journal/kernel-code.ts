import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Applied, Envelope, Kernel } from '@candor/kernel';
import * as ownKernel from '@candor/kernel';
import type { Client } from 'pg';
import { JournalError, wordsOf } from './errors.ts';
import type { ExportedKernel } from './export-frames.ts';

/** One version of the kernel, as code that runs: this program's own, or an older one's bundle. */
export interface KernelModule {
  readonly KERNEL_VERSION: string;
  createKernel(): Kernel;
  loadKernel(snapshot: Uint8Array): Kernel;
  encodeEnvelopes(envelopes: readonly Envelope[], packed?: readonly (Uint8Array | null)[]): Uint8Array;
  decodeEnvelopes(bytes: Uint8Array): Envelope[];
  digestEvents(batch: Iterable<Applied>): string;
}

export interface KernelCode {
  readonly no: number;
  readonly version: string;
  readonly codeHash: Buffer;
  readonly module: KernelModule;
}

/** A kernel for people: its version and the start of its code's hash. */
export function nameOf(code: KernelCode): string {
  return `${code.version} (${code.codeHash.toString('hex', 0, 4)})`;
}

/** The packages that make up the kernel's code. */
const sourcePackages = ['money', 'prices', 'rules', 'products', 'kernel'];
export const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest();

/** The hash of the sources that this process has loaded: it stays what it was at the start. */
let sourceHash: Buffer | null = null;

/**
 * Finds this program's kernel in the database and stores its bundle there the first time, so that what it writes can
 * be replayed by later programs and by the verifier. `client` must hold the writer's lock.
 */
export async function registerOwnKernel(client: Client): Promise<KernelCode> {
  const entry = createRequire(import.meta.url).resolve('@candor/kernel');
  sourceHash ??= await hashSources(dirname(dirname(entry)));
  const known = await findBySource(client, sourceHash);
  if (known !== null) return known;
  const bundle = await bundleKernel(entry);
  await client.query(
    `WITH new AS (
       INSERT INTO journal.kernels (no, version, code_hash, bundle)
       SELECT coalesce(max(no), 0) + 1, $1, $2, $3 FROM journal.kernels
       ON CONFLICT (code_hash) DO NOTHING RETURNING no)
     INSERT INTO journal.kernel_sources (source_hash, kernel_no)
     SELECT $4::bytea, no FROM new
     UNION ALL SELECT $4::bytea, no FROM journal.kernels WHERE code_hash = $2 LIMIT 1`,
    [ownKernel.KERNEL_VERSION, sha256(bundle), bundle, sourceHash],
  );
  const stored = await findBySource(client, sourceHash);
  if (stored === null) throw new Error('the kernel that was just stored is not there');
  return stored;
}

/** SHA-256, in hex, of the bundle that this program's own sources give. */
export async function ownKernelCodeHash(): Promise<string> {
  return sha256(await bundleKernel(createRequire(import.meta.url).resolve('@candor/kernel'))).toString('hex');
}

async function findBySource(client: Client, sourceHash: Buffer): Promise<KernelCode | null> {
  const { rows } = await client.query<{ no: number; version: string; code_hash: Buffer }>(
    `SELECT no, version, code_hash FROM journal.kernel_sources JOIN journal.kernels ON no = kernel_no
     WHERE source_hash = $1`,
    [sourceHash],
  );
  const row = rows[0];
  return row === undefined
    ? null
    : { no: row.no, version: row.version, codeHash: row.code_hash, module: ownKernel };
}

async function hashSources(packagesDir: string): Promise<Buffer> {
  const lists = await Promise.all(
    sourcePackages.map(async (name) => {
      const found = await readdir(join(packagesDir, name), { recursive: true });
      return found
        .filter((file) => /\.ts$/.test(file) && !/\.test\.ts$/.test(file))
        .map((f) => join(name, f));
    }),
  );
  const files = lists.flat().sort();
  const texts = await Promise.all(files.map((file) => readFile(join(packagesDir, file))));
  const hash = createHash('sha256');
  for (const [index, file] of files.entries()) {
    const text = texts[index] as Buffer;
    hash.update(`${file}\n${text.length}\n`).update(text);
  }
  return hash.digest();
}

/** Bundles the kernel and all that it imports into one module without imports. */
async function bundleKernel(entry: string): Promise<Buffer> {
  const { rolldown } = await import('rolldown');
  const build = await rolldown({ input: entry, platform: 'neutral', logLevel: 'silent' });
  try {
    const { output } = await build.generate({ format: 'esm', minify: true, codeSplitting: false });
    return Buffer.from(output[0].code);
  } finally {
    await build.close();
  }
}

const loaded = new Map<string, Promise<KernelModule>>();

/** Source of kernels' code, by the number that rows name a kernel by. */
export interface KernelSource {
  /** Throws KERNEL_MISSING where the version is not there or its bundle does not match its hash. */
  get(no: number): Promise<KernelCode>;
}

/** Every kernel version that this database knows, loaded at first use. `own` is run from its source. */
export class KernelLibrary implements KernelSource {
  private readonly client: Client;
  private readonly own: KernelCode | null;
  private readonly codes = new Map<number, KernelCode>();

  constructor(client: Client, own: KernelCode | null) {
    this.client = client;
    this.own = own;
  }

  /** Throws KERNEL_MISSING where the version is not stored or its bundle does not match its hash. */
  async get(no: number): Promise<KernelCode> {
    if (this.own?.no === no) return this.own;
    const known = this.codes.get(no);
    if (known !== undefined) return known;
    const { rows } = await this.client.query<{ version: string; code_hash: Buffer; bundle: Buffer }>(
      'SELECT version, code_hash, bundle FROM journal.kernels WHERE no = $1',
      [no],
    );
    const row = rows[0];
    if (row === undefined || !sha256(row.bundle).equals(row.code_hash))
      throw new JournalError(
        'KERNEL_MISSING',
        `Kernel version no. ${no}, which wrote a part of this journal, is ${row === undefined ? 'not' : 'damaged'} ` +
          'in the database: that part can not be replayed.',
      );
    const code = { no, version: row.version, codeHash: row.code_hash, module: await loadBundle(row.bundle) };
    this.codes.set(no, code);
    return code;
  }
}

/** Returns the stored code of a kernel, which wrote row `batchNo`. Throws KERNEL_MISSING. */
export async function readKernel(client: Client, no: number, batchNo: number): Promise<ExportedKernel> {
  const { rows } = await client.query<{ version: string; code_hash: Buffer; bundle: Buffer }>(
    'SELECT version, code_hash, bundle FROM journal.kernels WHERE no = $1',
    [no],
  );
  const kernel = rows[0];
  if (kernel === undefined)
    throw new JournalError(
      'KERNEL_MISSING',
      `Kernel version no. ${no}, which wrote journal row ${batchNo}, is not in the database.`,
      { batchNo },
    );
  return { no, version: kernel.version, codeHash: kernel.code_hash, bundle: kernel.bundle };
}

/** The bundle was checked against the hash that the chained rows carry, and imports nothing. */
export function loadBundle(bundle: Buffer): Promise<KernelModule> {
  const url = `data:text/javascript;base64,${bundle.toString('base64')}`;
  const known = loaded.get(url);
  if (known !== undefined) return known;
  const loading = (import(url) as Promise<KernelModule>).catch((cause: unknown) => {
    throw new JournalError('KERNEL_MISSING', `An older kernel version does not load: ${wordsOf(cause)}`, {
      cause,
    });
  });
  loaded.set(url, loading);
  return loading;
}
