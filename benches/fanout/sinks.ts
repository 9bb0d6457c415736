import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { FromSink, ToSink } from './sink.ts';

/** The receiving processes of the fan-out bench. */
export interface Sinks {
  /** Opens this many more sockets, spread over the processes; each sends `hello` if it is not null. */
  open(port: number, count: number, hello: string | null): Promise<void>;
  /** Bytes that all sockets have received, a few milliseconds late. */
  bytes(): number;
  /** Stops reading on this many sockets of the first process. */
  stall(count: number): void;
  /** Ages in microseconds of the messages since the last call, and how many sockets were closed so far. */
  takeAges(): Promise<{ readonly ages: number[]; readonly closed: number }>;
  close(): void;
}

export function startSinks(processes: number): Sinks {
  const children = Array.from({ length: processes }, () => fork(join(import.meta.dirname, 'sink.ts')));
  const received = new Map<ChildProcess, number>();
  for (const child of children) {
    child.on('message', (message: FromSink) => {
      if (message.type === 'bytes') received.set(child, message.bytes);
    });
  }
  const ask = <Type extends FromSink['type']>(child: ChildProcess, message: ToSink, type: Type) =>
    new Promise<Extract<FromSink, { type: Type }>>((resolve, reject) => {
      const hear = (answer: FromSink): void => {
        if (answer.type !== type) return;
        child.off('message', hear);
        child.off('exit', fail);
        resolve(answer as Extract<FromSink, { type: Type }>);
      };
      const fail = (code: number | null): void => reject(new Error(`a receiving process ended with ${code}`));
      child.on('message', hear);
      child.once('exit', fail);
      child.send(message);
    });

  return {
    async open(port, count, hello) {
      const shares = children.map((_, n) => Math.floor((count + n) / processes));
      await Promise.all(
        children.map((child, n) => ask(child, { op: 'open', port, count: shares[n]!, hello }, 'opened')),
      );
    },
    bytes: () => [...received.values()].reduce((sum, bytes) => sum + bytes, 0),
    stall: (count) => void children[0]!.send({ op: 'stall', count } satisfies ToSink),
    async takeAges() {
      const answers = await Promise.all(children.map((child) => ask(child, { op: 'ages' }, 'ages')));
      return {
        ages: answers.flatMap(({ ages }) => ages),
        closed: answers.reduce((sum, { closed }) => sum + closed, 0),
      };
    },
    close() {
      for (const child of children) child.disconnect();
    },
  };
}
