import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { Envelope, Kernel, Outcome } from '@candor/kernel';
import { commandsRow } from '../../packages/journal/append.ts';
import { AppliedResult } from '../../packages/journal/batch.ts';
import { type KernelCode, KernelLibrary } from '../../packages/journal/kernel-code.ts';
import { rowHash } from '../../packages/journal/row.ts';
import { JournalWriter } from '../../packages/journal/writer.ts';

const fixtures = join(import.meta.dirname, '../../packages/journal/fixtures');
const rowLength = 25;

/**
 * A journal as an older program wrote it, by the kernel that the program bundled into its journals: made by
 * tools/older-kernel.ts out of its commit.
 */
export class OlderJournal {
  readonly kernel: Kernel;
  private readonly writer: JournalWriter;
  private readonly code: KernelCode;
  private waiting: AppliedResult[] = [];

  private constructor(writer: JournalWriter, code: KernelCode) {
    this.writer = writer;
    this.code = code;
    this.kernel = code.module.createKernel();
  }

  /** Begins one in an empty database, with the kernel of `fixtures/kernel-<version>.mjs.br`. */
  static async begin(connectionString: string, version: string): Promise<OlderJournal> {
    const writer = await JournalWriter.open({
      connectionString,
      connectTimeoutMs: 5_000,
      writerId: version,
      formerPid: null,
      takeOver: false,
    });
    const bundle = brotliDecompressSync(await readFile(join(fixtures, `kernel-${version}.mjs.br`)));
    const codeHash = createHash('sha256').update(bundle).digest();
    await writer.client.query(
      'INSERT INTO journal.kernels (no, version, code_hash, bundle) VALUES (1, $1, $2, $3)',
      [version, codeHash, bundle],
    );
    return new OlderJournal(writer, await new KernelLibrary(writer.client, null).get(1));
  }

  /** Applies a command; some commands make a row. */
  async apply(sent: Omit<Envelope, 'seq'>): Promise<Outcome> {
    const envelope = { ...sent, seq: this.kernel.seq + 1 };
    const applied = this.kernel.apply(envelope);
    this.waiting.push(new AppliedResult(envelope, applied));
    if (this.waiting.length === rowLength) await this.flush();
    return applied.outcome;
  }

  async end(): Promise<void> {
    if (this.waiting.length > 0) await this.flush();
    await this.writer.close();
  }

  private async flush(): Promise<void> {
    const { writer, code } = this;
    const row = commandsRow(code, writer.head, this.waiting, this.kernel.stateHash());
    await writer.append(row, rowHash(writer.head.hash, row), code.no);
    this.waiting = [];
  }
}
