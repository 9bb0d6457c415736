import { open, readFile } from 'node:fs/promises';

/**
 * A file of JSON lines that only grows. Each line is on disk before `append` returns. A last line that was torn was never
 * answered and is dropped.
 */
export class LineFile<Line> {
  private readonly path: string;

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
    if (whole.length < text.length) await cut(this.path, Buffer.byteLength(whole));
    for (const line of whole.split('\n')) if (line !== '') take(JSON.parse(line) as Line);
  }

  append(line: Line): Promise<void> {
    return this.appendAll([line]);
  }

  /** Writes several lines with one sync. Of those that were cut off the first ones may be there. */
  async appendAll(lines: readonly Line[]): Promise<void> {
    const file = await open(this.path, 'a', 0o600);
    try {
      await file.writeFile(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
      await file.sync();
    } finally {
      await file.close();
    }
  }
}

async function cut(path: string, length: number): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.truncate(length);
    await file.sync();
  } finally {
    await file.close();
  }
}
