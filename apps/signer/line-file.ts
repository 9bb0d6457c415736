import { type FileHandle, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from './whole-file.ts';

/**
 * A file of JSON lines that only grows. Each line is on disk before `append` returns. What stands behind the last whole line
 * was never answered: a write that a full disk or a kill cut off is taken out before anything else is written, else the next
 * line would go on where it ends, and nobody could read either.
 */
export class LineFile<Line> {
  private readonly path: string;
  /** Bytes of the lines that were read or written whole. */
  private length = 0;

  constructor(path: string) {
    this.path = path;
  }

  /**
   * Hands all lines to `take` in their order; the file is made at the first entry. Throws Error where a line before the
   * last is damaged.
   */
  async read(take: (line: Line) => void): Promise<void> {
    const text = await readFile(this.path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    });
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    this.length = Buffer.byteLength(whole);
    if (whole.length < text.length) await this.with('r+', (file) => this.cut(file));
    for (const line of whole.split('\n')) if (line !== '') take(JSON.parse(line) as Line);
  }

  append(line: Line): Promise<void> {
    return this.appendAll([line]);
  }

  /** Writes several lines with one sync: all of them, or none where it throws. */
  async appendAll(lines: readonly Line[]): Promise<void> {
    const bytes = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    await this.with('a', async (file) => {
      const { size } = await file.stat();
      // what is gone was answered: nothing may be signed without it
      if (size < this.length) throw new Error(`${this.path} lost lines while it was in use`);
      if (size > this.length) await this.cut(file);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } catch (error) {
        // where this fails too, the next one does it before it writes
        await this.cut(file).catch(() => {});
        throw error;
      }
    });
    if (this.length === 0) await syncFolder(dirname(this.path));
    this.length += bytes.length;
  }

  /** Takes out what stands behind the whole lines. */
  private async cut(file: FileHandle): Promise<void> {
    await file.truncate(this.length);
    await file.sync();
  }

  private async with(flags: string, use: (file: FileHandle) => Promise<void>): Promise<void> {
    const file = await open(this.path, flags, 0o600);
    try {
      await use(file);
    } finally {
      await file.close();
    }
  }
}
