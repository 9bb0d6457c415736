import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { endWithMe } from '../support/end-with-me.ts';

/** An answer that the killed process gave. */
export interface Ack {
  readonly seq: number;
  readonly kind: string;
  /** The order's status, `done`, or the code of a rejection. */
  readonly word: string;
  readonly orderId: number;
}

export interface Refusal {
  readonly code: string;
  readonly key: string;
}

/** The writer in a process of its own, and what it has said so far. */
export class WriterProcess {
  readonly child: ChildProcess;
  readonly acks: Ack[] = [];
  readonly refusals: Refusal[] = [];
  readonly ready: Promise<number>;
  readonly exited: Promise<unknown>;
  private errors = '';

  constructor(connectionString: string, seed: number, inFlight: number, takeOver = false) {
    const args = ['tests/crash/writer.ts', connectionString, `${seed}`, `${inFlight}`];
    if (takeOver) args.push('take-over');
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    this.child = child;
    endWithMe(child);
    this.exited = once(child, 'close');
    child.stderr.on('data', (chunk) => {
      this.errors += chunk;
    });
    const lines = createInterface({ input: child.stdout });
    this.ready = new Promise((resolve, reject) => {
      child.once('exit', (code, signal) =>
        reject(new Error(`writer ended (${code ?? signal}): ${this.errors}`)),
      );
      lines.on('line', (line) => {
        const [word, ...rest] = line.split(' ') as [string, ...string[]];
        if (word === 'ready') resolve(Number(rest[0]));
        else if (word === 'ack') this.acks.push(toAck(rest));
        else if (word === 'refused') this.refusals.push({ code: rest[1] as string, key: rest[2] as string });
      });
    });
    this.ready.catch(() => {});
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.exited;
  }
}

function toAck([seq, kind, word, orderId]: string[]): Ack {
  return { seq: Number(seq), kind: kind as string, word: word as string, orderId: Number(orderId) };
}
