import { dustOf, readTransaction } from '@candor/chains/bitcoin';
import { type Pooled, REJECTED, RuleError, type Spendable, verify } from './rules.ts';

const MOST_WEIGHT = 400_000;
const MOST_ANCESTORS = 25;
const MOST_REPLACED = 100;

interface View {
  readonly height: number;
  readonly isOnChain: (hash: string) => boolean;
  readonly find: (hash: string, index: number) => Spendable | undefined;
}

/** A pool by Bitcoin Core's rules of relay: fees, dust, chains of ancestors, and replacement by BIP-125 of whoever signals. */
export class StandInPool {
  readonly entries = new Map<string, Pooled>();
  /** Satoshi per virtual byte that the pool asks for. */
  leastRate = 1n;
  private readonly view: () => View;

  constructor(view: () => View) {
    this.view = view;
  }

  /** The transaction of the pool that spends an output. */
  spender(hash: string, index: number): Pooled | undefined {
    for (const entry of this.entries.values())
      if (entry.transaction.inputs.some((input) => input.hash === hash && input.index === index))
        return entry;
    return undefined;
  }

  /** Takes a transaction, or throws RuleError in Core's words. */
  add(raw: string): string {
    const { height, isOnChain, find } = this.view();
    const withPool = (hash: string, index: number): Spendable | undefined => {
      const output = this.entries.get(hash)?.transaction.outputs[index];
      return output === undefined ? find(hash, index) : { ...output, height: height + 1, isCoinbase: false };
    };
    const known = idOf(raw);
    if (known !== null && this.entries.has(known)) return known;
    // Core looks for an unspent output of it: one whose outputs are all spent has missing inputs instead.
    if (known !== null && isOnChain(known)) {
      const hasUnspent = Array.from({ length: 64 }, (_, index) => find(known, index)).some(
        (each) => each !== undefined,
      );
      if (hasUnspent) throw new RuleError(-27, 'Transaction outputs already in utxo set');
    }
    const entry = verify(raw, withPool, height + 1);
    const { transaction, fee, size } = entry;
    if (transaction.weight > MOST_WEIGHT) throw new RuleError(REJECTED, 'tx-size');
    if (transaction.outputs.some(({ amount, script }) => amount < dustOf(script)))
      throw new RuleError(REJECTED, 'dust');
    if (fee < size * this.leastRate) throw new RuleError(REJECTED, 'min relay fee not met');
    const conflicts = new Map<string, Pooled>();
    for (const { hash, index } of transaction.inputs) {
      const other = this.spender(hash, index);
      if (other !== undefined) conflicts.set(other.transaction.hash, other);
    }
    const replaced = this.withDescendants([...conflicts.keys()]);
    this.checkReplacement(entry, [...conflicts.values()], replaced);
    const ancestors = this.ancestorsOf(transaction.inputs.map(({ hash }) => hash));
    if (ancestors.size + 1 > MOST_ANCESTORS)
      throw new RuleError(REJECTED, 'too-long-mempool-chain, too many unconfirmed ancestors [limit: 25]');
    for (const ancestor of ancestors)
      if (this.withDescendants([ancestor]).size + 1 > MOST_ANCESTORS)
        throw new RuleError(REJECTED, 'too-long-mempool-chain, exceeds descendant size limit');
    for (const hash of replaced) this.entries.delete(hash);
    this.entries.set(transaction.hash, entry);
    return transaction.hash;
  }

  private checkReplacement(
    { transaction, fee, size }: Pooled,
    conflicts: readonly Pooled[],
    all: ReadonlySet<string>,
  ): void {
    if (conflicts.length === 0) return;
    if (all.size > MOST_REPLACED) throw new RuleError(REJECTED, 'too many potential replacements');
    for (const { hash } of transaction.inputs)
      if (all.has(hash)) throw new RuleError(REJECTED, 'bad-txns-spends-conflicting-tx');
    const paid = [...all].reduce((sum, hash) => sum + this.entries.get(hash)!.fee, 0n);
    if (conflicts.some((other) => fee * other.size <= other.fee * size))
      throw new RuleError(REJECTED, 'insufficient fee, rejecting replacement; new feerate <= old feerate');
    if (fee < paid + size)
      throw new RuleError(
        REJECTED,
        'insufficient fee, rejecting replacement, less fees than conflicting txs',
      );
  }

  /** Hashes with all that spends from them. */
  withDescendants(hashes: readonly string[]): Set<string> {
    const all = new Set(hashes);
    for (const hash of all)
      for (const { transaction } of this.entries.values())
        if (transaction.inputs.some((input) => input.hash === hash)) all.add(transaction.hash);
    return all;
  }

  private ancestorsOf(parents: readonly string[]): Set<string> {
    const all = new Set(parents.filter((hash) => this.entries.has(hash)));
    for (const hash of all)
      for (const input of this.entries.get(hash)!.transaction.inputs)
        if (this.entries.has(input.hash)) all.add(input.hash);
    return all;
  }

  /** Drops a transaction and what spends from it, as a full pool does. */
  evict(hash: string): void {
    for (const each of this.withDescendants([hash])) this.entries.delete(each);
  }

  /** All that can be mined, parents first. */
  inOrder(): Pooled[] {
    const ordered: Pooled[] = [];
    const done = new Set<string>();
    const visit = (entry: Pooled) => {
      if (done.has(entry.transaction.hash)) return;
      done.add(entry.transaction.hash);
      for (const { hash } of entry.transaction.inputs) {
        const parent = this.entries.get(hash);
        if (parent !== undefined) visit(parent);
      }
      ordered.push(entry);
    };
    for (const entry of this.entries.values()) visit(entry);
    return ordered;
  }
}

function idOf(raw: string): string | null {
  try {
    return readTransaction(Uint8Array.from(Buffer.from(raw, 'hex'))).hash;
  } catch {
    return null;
  }
}
