import { type ArchiveFolder, JournalError, verifyExport } from '@candor/journal';
import type { KernelView, Mode } from '@candor/kernel';
import { allChecks, type Check, type Finding } from './checks/index.ts';
import type { FoundReceipt, ReceiptFinder } from './receipts/index.ts';

export interface VerifyInput {
  /** An export; null to verify archived rows alone. */
  readonly bytes: AsyncIterable<Uint8Array> | null;
  /** Files of the rows before the export's first one. */
  readonly archive?: ArchiveFolder | null;
  /** Returns true to run this kernel's code: SHA-256 in hex. */
  readonly trusts: (codeHash: string) => boolean;
  /** A receipt to find in the journal. */
  readonly receipt?: ReceiptFinder;
  readonly onProgress?: (rows: number, commands: number) => void;
}

/** Result of verifying a whole journal. It is good when `findings` is empty, and those of the receipt are. */
export interface Verified {
  readonly rows: number;
  readonly commands: number;
  readonly mode: Mode | null;
  readonly headHash: string;
  /** The kernels that replayed it, in order. */
  readonly kernels: readonly string[];
  readonly checks: readonly { readonly name: string; readonly count: number }[];
  /** The first findings; `findingCount` is the number of all. */
  readonly findings: readonly Finding[];
  readonly findingCount: number;
  /** Why the rest of the journal was not checked: a kernel that is not trusted wrote it. Null where all was checked. */
  readonly notChecked: string | null;
  /** Place of the receipt that was asked for; null where none was. */
  readonly receipt: FoundReceipt | null;
}

const keptFindings = 20;

/**
 * Verifies an exported journal from its bytes alone: the chain, the replay of every command, and each receipt
 * recomputed. Throws a JournalError that names the first row which does not stand; what stands but is wrong is a
 * finding.
 */
export async function verifyJournal(input: VerifyInput): Promise<Verified> {
  const checks = allChecks();
  const findings: Finding[] = [];
  let findingCount = 0;
  const found = (seq: number, what: string) => {
    findingCount += 1;
    if (findings.length < keptFindings) findings.push({ seq, what });
  };
  const kernels: string[] = [];
  let rows = 0;
  let commands = 0;
  let headHash = '';
  let last: KernelView | null = null;
  let notChecked: string | null = null;
  try {
    for await (const { batch, eventsDigest, view, kernel } of verifyExport(input)) {
      input.receipt?.see({ ...batch, eventsDigest });
      if (kernels.at(-1) !== kernel) kernels.push(kernel);
      for (const command of batch.commands)
        for (const check of checks) check.see(command, view, (what) => found(command.envelope.seq, what));
      rows += 1;
      commands += batch.commands.length;
      headHash = batch.hash;
      last = view;
      input.onProgress?.(rows, commands);
    }
  } catch (error) {
    if (!(error instanceof JournalError && error.code === 'KERNEL_UNTRUSTED')) throw error;
    notChecked = error.message;
  }
  if (last !== null && notChecked === null) for (const check of checks) finish(check, last, found);
  return {
    rows,
    commands,
    mode: last?.mode ?? null,
    headHash,
    kernels,
    checks: checks.map(({ name, count }) => ({ name, count })),
    findings,
    findingCount,
    notChecked,
    receipt: last === null ? null : (input.receipt?.found(last, notChecked === null) ?? null),
  };
}

function finish(check: Check, view: KernelView, found: (seq: number, what: string) => void): void {
  check.end?.(view, (what) => found(view.seq, what));
}
