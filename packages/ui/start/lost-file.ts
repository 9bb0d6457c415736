import { FILE_TIMEOUT_MS } from '@candor/products';

export type LostFileCode = 'ChunkLoadError' | 'CSS_CHUNK_LOAD_FAILED';

/** A file of the app that did not come, or came with the wrong content. */
export class LostFile extends Error {
  readonly code: LostFileCode;

  constructor(code: LostFileCode, cause?: unknown) {
    super(cause instanceof Error ? cause.message : 'a file did not come in time', { cause });
    this.name = code;
    this.code = code;
  }
}

/** Settles as the promise does, or rejects with `error()` after that time. */
export async function within<Value>(ms: number, promise: Promise<Value>, error: () => Error): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(error()), ms);
  });
  try {
    return await Promise.race([promise, end]);
  } finally {
    clearTimeout(timer);
  }
}

/** The builder's words for a stylesheet that a chunk needs and that did not load. */
const isStyle = (error: unknown): boolean => error instanceof Error && /\bCSS\b|\.css\b/.test(error.message);

/** Loads a file of the app by `import()`. @throws LostFile where it fails, and after `FILE_TIMEOUT_MS` */
export async function loadFile<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await within(FILE_TIMEOUT_MS, load(), () => new LostFile('ChunkLoadError'));
  } catch (error) {
    if (error instanceof LostFile) throw error;
    throw new LostFile(isStyle(error) ? 'CSS_CHUNK_LOAD_FAILED' : 'ChunkLoadError', error);
  }
}
