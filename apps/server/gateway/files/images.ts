import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Refusal } from '../../base/errors/refusal.ts';
import { createFairQueue } from './fair-queue.ts';
import type { ImageAnswer, ImageOrder } from './image-process.ts';
import type { Rewritten } from './rewrite.ts';

/** Re-encodes images, one at a time and in turns by user, outside this process. */
export interface Images {
  /**
   * `square` cuts the middle to a square of so many pixels a side.
   * @throws Refusal FILE_NOT_IMAGE, IMAGE_TOO_LARGE, IMAGE_UNREADABLE, or RATE_LIMITED with many of one user waiting
   */
  rewrite(userId: number, bytes: Uint8Array, square?: number | null): Promise<Rewritten>;
  /** The process that decodes now; null while there is none. For tests and reports. */
  pid(): number | null;
  stop(): void;
}

/** A file that takes longer ends its process. */
const PATIENCE_MS = 60_000;
/** Images of one user that wait or are decoded: as many as an identity check needs. */
const MOST_OF_ONE_USER = 5;
/** A process that has nothing to do ends after this. */
const IDLE_MS = 60_000;
/** The most memory that the process may allocate, in KiB: 40 megapixels twice, and Node. */
const MEMORY_KIB = 1_048_576;

const entry = fileURLToPath(new URL('./image-process.ts', import.meta.url));
// The shell sets the limit of memory that is the process's own, and then becomes the process.
const limited = `ulimit -d ${MEMORY_KIB}; exec "$0" "$@"`;

function startProcess(): ChildProcess {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return spawn('/bin/sh', ['-c', limited, process.execPath, '--max-old-space-size=96', entry], {
    env: { PATH, NODE_COMPILE_CACHE, MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '2' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
}

/**
 * Decoding is done by libvips in native code. A thread would share its faults and its memory with the customers'
 * process; a process of its own has a limit of memory, ends when it takes too long, and takes nothing with it.
 */
export function createImages(): Images {
  let child: ChildProcess | null = null;
  const queue = createFairQueue(MOST_OF_ONE_USER, () => new Refusal('RATE_LIMITED'));
  let idle: NodeJS.Timeout | undefined;

  function end(which: ChildProcess | null = child): void {
    clearTimeout(idle);
    which?.kill('SIGKILL');
    if (child === which) child = null;
  }

  function running(): ChildProcess {
    clearTimeout(idle);
    if (child?.connected === true) return child;
    const started = startProcess();
    // Neither the process nor its channel keeps this one from ending.
    started.unref();
    started.channel?.unref();
    started.on('error', () => end(started));
    child = started;
    return started;
  }

  function ask(order: ImageOrder): Promise<ImageAnswer> {
    const decoder = running();
    return new Promise<ImageAnswer>((resolve) => {
      const settle = (answer: ImageAnswer) => {
        clearTimeout(late);
        decoder.off('message', onMessage);
        decoder.off('exit', onExit);
        decoder.channel?.unref();
        resolve(answer);
      };
      const onMessage = (message: unknown) => settle(message as ImageAnswer);
      const onExit = () => {
        if (child === decoder) child = null;
        settle({ fault: 'IMAGE_UNREADABLE' });
      };
      const late = setTimeout(() => end(decoder), PATIENCE_MS);
      decoder.once('message', onMessage);
      decoder.once('exit', onExit);
      decoder.channel?.ref();
      decoder.send(order, (error) => {
        if (error !== null) end(decoder);
      });
    });
  }

  return {
    async rewrite(userId, bytes, square = null) {
      const answer = await queue.run(userId, async () => {
        try {
          return await ask({ bytes, square });
        } finally {
          clearTimeout(idle);
          idle = setTimeout(() => end(), IDLE_MS).unref();
        }
      });
      if ('fault' in answer) throw new Refusal(answer.fault, { field: 'file' });
      return answer.written;
    },
    pid: () => child?.pid ?? null,
    stop: () => end(),
  };
}
