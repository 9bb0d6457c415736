import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Totals, Workload } from './workload.ts';

const source = join(import.meta.dirname, '..', 'native', 'book.cpp');
const FIELDS = 5;

/** The plain C++ book, built with g++ -O2; null where there is no g++. Call `close` when done. */
export function buildNativeBook(): {
  run(workload: Workload): Totals & { seconds: number };
  close(): void;
} | null {
  const folder = mkdtempSync(join(tmpdir(), 'candor-bench-'));
  const binary = join(folder, 'book');
  try {
    execFileSync('g++', ['-O2', '-std=c++17', '-o', binary, source], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  } catch (error) {
    rmSync(folder, { recursive: true });
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  return {
    run(workload) {
      const file = join(folder, 'operations');
      writeFileSync(file, new Uint8Array(operationsOf(workload).buffer));
      return JSON.parse(execFileSync(binary, [file, String(workload.warmUp)], { encoding: 'utf8' }));
    },
    close: () => rmSync(folder, { recursive: true }),
  };
}

function operationsOf(workload: Workload): Int32Array {
  const words = new Int32Array(FIELDS * workload.count);
  for (let i = 0; i < workload.count; i++) {
    const at = FIELDS * i;
    words[at] = workload.kind[i]!;
    words[at + 1] = workload.side[i]!;
    words[at + 2] = workload.priceTicks[i]!;
    words[at + 3] = workload.lots[i]!;
    words[at + 4] = workload.orderId[i]!;
  }
  return words;
}
