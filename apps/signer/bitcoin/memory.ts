import { InvariantError } from '@candor/money';
import { assertAlike, assertGiven, assertNext, assertOwner, assertUnits, assertVersion } from '../asserts.ts';
import { LineFile } from '../line-file.ts';

/** One version of a payment that was signed. */
export interface SpendVersion {
  readonly hash: string;
  readonly raw: string;
  /** Outputs that it spends, as hash:index. */
  readonly inputs: readonly string[];
  /** In satoshi. */
  readonly fee: string;
}

/** The permanent binding of a withdrawal to its recipient, its amount and its inputs. */
export interface SpendBinding {
  readonly withdrawalNo: number;
  readonly paymentNo: number;
  readonly to: string;
  readonly amount: string;
  /** The UTC day of the first signature: the day's limit counts it. */
  readonly day: string;
  /** Operators who approved it; missing for a payment within the automatic limits. */
  readonly operators?: readonly string[];
  /** The most that a version may pay to the network, as operators approved it. */
  readonly feeCeiling?: string;
}

type Line =
  | { readonly type: 'bound'; readonly binding: SpendBinding; readonly version: SpendVersion }
  | { readonly type: 'version'; readonly withdrawalNo: number; readonly version: SpendVersion }
  | { readonly type: 'merge'; readonly day: string; readonly version: SpendVersion }
  | { readonly type: 'addresses'; readonly given: number };

interface Bound {
  readonly binding: SpendBinding;
  readonly versions: readonly SpendVersion[];
}

/**
 * The signer's own memory of one network, a file that only grows. Each line is on disk before an answer leaves. A last
 * line that was torn was never answered and is dropped.
 */
export class SpendMemory {
  private readonly byWithdrawal = new Map<number, { binding: SpendBinding; versions: SpendVersion[] }>();
  /** The withdrawal that an output is bound to; 0 for a merge. */
  private readonly owners = new Map<string, number>();
  private readonly merges = new Map<string, SpendVersion>();
  private readonly mergeFees = new Map<string, bigint>();
  private next: number | null = null;
  private addressesGiven = 0;
  private readonly file: LineFile<Line>;

  private constructor(path: string) {
    this.file = new LineFile(path);
  }

  /**
   * Reads the file, which is made at the first entry. Throws Error where a line before the last is damaged. A line whose
   * assert fails is left out, and the assert handed to `lose`.
   */
  static async read(path: string, lose: (error: InvariantError) => void): Promise<SpendMemory> {
    const memory = new SpendMemory(path);
    await memory.file.read((line) => {
      try {
        memory.check(line);
        memory.take(line);
      } catch (error) {
        if (!(error instanceof InvariantError)) throw error;
        lose(error);
      }
    });
    return memory;
  }

  /** Number of deposit addresses that were given out. */
  get given(): number {
    return this.addressesGiven;
  }

  /** The number after the highest one bound; null where nothing was signed. */
  get nextPayment(): number | null {
    return this.next;
  }

  of(withdrawalNo: number): Bound | null {
    return this.byWithdrawal.get(withdrawalNo) ?? null;
  }

  merge(hash: string): SpendVersion | null {
    return this.merges.get(hash) ?? null;
  }

  /** The withdrawal that an output is bound to, 0 for a merge, null where it is free. */
  ownerOf(outpoint: string): number | null {
    return this.owners.get(outpoint) ?? null;
  }

  /** Sums bound on one day, in satoshi: all, and what no operator approved. */
  boundOn(day: string): { readonly all: bigint; readonly automatic: bigint } {
    let all = 0n;
    let automatic = 0n;
    for (const { binding } of this.byWithdrawal.values()) {
      if (binding.day !== day) continue;
      all += BigInt(binding.amount);
      if (binding.operators === undefined) automatic += BigInt(binding.amount);
    }
    return { all, automatic };
  }

  /** Fees of merges that were signed on one day, in satoshi. */
  mergeFeesOn(day: string): bigint {
    return this.mergeFees.get(day) ?? 0n;
  }

  bind(binding: SpendBinding, version: SpendVersion): Promise<void> {
    return this.append({ type: 'bound', binding, version });
  }

  addVersion(withdrawalNo: number, version: SpendVersion): Promise<void> {
    return this.append({ type: 'version', withdrawalNo, version });
  }

  addMerge(day: string, version: SpendVersion): Promise<void> {
    return this.append({ type: 'merge', day, version });
  }

  giveAddresses(given: number): Promise<void> {
    return this.append({ type: 'addresses', given });
  }

  private async append(line: Line): Promise<void> {
    this.check(line);
    await this.file.append(line);
    this.take(line);
  }

  /** Asserts that a line follows from those before it. @throws InvariantError before anything of it is kept */
  private check(line: Line): void {
    if (line.type === 'addresses') {
      assertGiven(this.addressesGiven, line.given);
      return;
    }
    const withdrawalNo =
      line.type === 'merge' ? 0 : line.type === 'bound' ? line.binding.withdrawalNo : line.withdrawalNo;
    assertUnits(line.version.fee, { withdrawal: withdrawalNo });
    for (const outpoint of line.version.inputs) assertOwner(outpoint, this.ownerOf(outpoint), withdrawalNo);
    if (line.type === 'merge') return;
    const known = this.of(withdrawalNo);
    if (line.type === 'version') {
      if (known?.versions.some(({ hash }) => hash === line.version.hash) === true) return;
      const newest = known?.versions.at(-1);
      const before = newest === undefined ? null : BigInt(newest.fee);
      assertVersion(before, BigInt(line.version.fee), withdrawalNo);
      return;
    }
    const { paymentNo, to, amount } = line.binding;
    assertUnits(amount, { withdrawal: withdrawalNo });
    if (known === null) assertNext(paymentNo, this.next, withdrawalNo);
    // A line that was written again after a failed sync says the same.
    const { binding } = known ?? line;
    const isAlike = binding.paymentNo === paymentNo && binding.to === to && binding.amount === amount;
    assertAlike(isAlike, withdrawalNo);
  }

  private take(line: Line): void {
    switch (line.type) {
      case 'addresses':
        this.addressesGiven = line.given;
        return;
      case 'merge':
        this.merges.set(line.version.hash, line.version);
        this.mergeFees.set(line.day, this.mergeFeesOn(line.day) + BigInt(line.version.fee));
        this.own(line.version, 0);
        return;
      case 'version':
        this.byWithdrawal.get(line.withdrawalNo)?.versions.push(line.version);
        this.own(line.version, line.withdrawalNo);
        return;
      case 'bound': {
        const { binding, version } = line;
        this.byWithdrawal.set(binding.withdrawalNo, { binding, versions: [version] });
        this.next = Math.max(this.next ?? 0, binding.paymentNo + 1);
        this.own(version, binding.withdrawalNo);
      }
    }
  }

  private own({ inputs }: SpendVersion, owner: number): void {
    for (const outpoint of inputs) this.owners.set(outpoint, owner);
  }
}
