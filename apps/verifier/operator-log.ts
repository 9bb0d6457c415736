import { createHash } from 'node:crypto';

/** The hash before the first entry. */
const GENESIS_HASH = '0'.repeat(64);

export interface OperatorLogFinding {
  /** The line of the file, from 1 on. */
  readonly line: number;
  readonly what: string;
}

export interface VerifiedOperatorLog {
  readonly entries: number;
  readonly headHash: string;
  /** The first thing that does not hold; null where all of it holds. Nothing after it proves anything. */
  readonly finding: OperatorLogFinding | null;
}

export interface VerifyOperatorLogOptions {
  /** The file's lines, oldest entry first. */
  readonly lines: AsyncIterable<string>;
  /** A head that was seen earlier: the log must still hold it, as its head or below it. */
  readonly head: string | null;
}

interface Entry {
  readonly no: number;
  readonly timeMs: number;
  readonly operator: string;
  readonly action: string;
  /** The details' JSON as it was hashed. */
  readonly details: string;
  readonly prevHash: string;
  readonly hash: string;
}

/**
 * Recomputes the chain of an exported operators' log: each entry's hash is the SHA-256 of its fields and of the hash
 * before it, as JSON text. Reads the file alone.
 */
export async function verifyOperatorLog({
  lines,
  head,
}: VerifyOperatorLogOptions): Promise<VerifiedOperatorLog> {
  let [entries, headHash, isHeadSeen] = [0, GENESIS_HASH, head === null];
  const found = (line: number, what: string) => ({ entries, headHash, finding: { line, what } });
  for await (const text of lines) {
    if (text === '') continue;
    const line = entries + 1;
    const entry = readEntry(text);
    if (entry === null) return found(line, 'is no entry of an operators’ log');
    if (entry.no !== line) return found(line, `is entry ${entry.no}, and entry ${line} is missing`);
    if (entry.prevHash !== headHash) return found(line, 'does not continue the entry before it');
    if (entry.hash !== hashOf(entry)) return found(line, 'was changed: its hash is another');
    entries = line;
    headHash = entry.hash;
    if (headHash === head) isHeadSeen = true;
  }
  if (!isHeadSeen) return found(entries, `is the last entry, and none has the hash ${head}`);
  return { entries, headHash, finding: null };
}

function hashOf({ prevHash, no, timeMs, operator, action, details }: Entry): string {
  const fields = ['candor operator log', prevHash, no, timeMs, operator, action, details];
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex');
}

function readEntry(text: string): Entry | null {
  let value: Partial<Record<keyof Entry, unknown>>;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const texts = ['operator', 'action', 'details', 'prevHash', 'hash'] as const;
  const isEntry =
    typeof value === 'object' &&
    value !== null &&
    Number.isSafeInteger(value.no) &&
    Number.isSafeInteger(value.timeMs) &&
    texts.every((name) => typeof value[name] === 'string');
  return isEntry ? (value as Entry) : null;
}
