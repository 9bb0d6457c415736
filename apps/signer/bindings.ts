import { InvariantError } from '@candor/money';
import { assertAlike, assertGiven, assertNext, assertSums, assertUnits, assertVersion } from './asserts.ts';
import { LineFile } from './line-file.ts';

/** One version of a payment that was signed. */
export interface SignedVersion {
  readonly maxFeePerGas: string;
  readonly maxPriorityFeePerGas: string;
  readonly gas: string;
  readonly hash: `0x${string}`;
  readonly raw: `0x${string}`;
}

/** The permanent binding of a withdrawal. */
export interface Binding {
  readonly withdrawalNo: number;
  readonly chainId: number;
  readonly nonce: number;
  readonly to: string;
  readonly code: string;
  readonly contract: string | null;
  readonly amount: string;
  /** The UTC day of the first signature: the day's limit counts it. */
  readonly day: string;
  /** Operators who approved it; missing for a payment within the automatic limits. */
  readonly operators?: readonly string[];
  /** The most that a version may pay to the network, as operators approved it. */
  readonly feeCeiling?: string;
}

type Line =
  | { readonly type: 'bound'; readonly binding: Binding; readonly version: SignedVersion }
  | { readonly type: 'version'; readonly withdrawalNo: number; readonly version: SignedVersion }
  | { readonly type: 'addresses'; readonly given: number }
  | { readonly type: 'gas'; readonly chainId: number; readonly day: string; readonly amount: string };

/**
 * The signer's own memory, a file that only grows. Each line is on disk before an answer leaves, so that a signer that was
 * killed knows everything that it ever gave out. A last line that was torn was never answered and is dropped.
 */
export class Bindings {
  private readonly byWithdrawal = new Map<number, { binding: Binding; versions: SignedVersion[] }>();
  private readonly nextNonces = new Map<number, number>();
  /** Gas that was signed, by chain and UTC day. */
  private readonly gasSums = new Map<string, bigint>();
  /** Sums of bound payments, by UTC day, chain and asset. */
  private readonly daySums = new Map<string, { all: bigint; automatic: bigint }>();
  private addressesGiven = 0;
  /** Bindings that are known and not on disk yet: nothing of them leaves before. */
  private staged: Extract<Line, { type: 'bound' | 'version' }>[] = [];
  private readonly file: LineFile<Line>;

  private constructor(path: string) {
    this.file = new LineFile(path);
  }

  /**
   * Reads the file, which is made at the first entry. Throws Error where a line before the last is damaged. A line whose
   * assert fails is left out, and the assert handed to `lose`.
   */
  static async read(path: string, lose: (error: InvariantError) => void): Promise<Bindings> {
    const bindings = new Bindings(path);
    await bindings.file.read((line) => {
      try {
        bindings.check(line);
        bindings.take(line);
      } catch (error) {
        if (!(error instanceof InvariantError)) throw error;
        lose(error);
      }
    });
    return bindings;
  }

  /** Number of deposit addresses that were given out. */
  get given(): number {
    return this.addressesGiven;
  }

  of(
    withdrawalNo: number,
  ): { readonly binding: Binding; readonly versions: readonly SignedVersion[] } | null {
    return this.byWithdrawal.get(withdrawalNo) ?? null;
  }

  /** The nonce after the highest one bound; null where nothing was signed on the chain. */
  nextNonce(chainId: number): number | null {
    return this.nextNonces.get(chainId) ?? null;
  }

  /** Sums bound on one day in one asset, in base units of the chain: all, and what no operator approved. */
  boundOn(day: string, chainId: number, code: string): { readonly all: bigint; readonly automatic: bigint } {
    return this.daySums.get(`${day} ${chainId} ${code}`) ?? { all: 0n, automatic: 0n };
  }

  /** Gas that was signed for deposit addresses on one day, in base units of the chain. */
  gasOn(day: string, chainId: number): bigint {
    return this.gasSums.get(`${chainId} ${day}`) ?? 0n;
  }

  addGas(chainId: number, day: string, amount: string): Promise<void> {
    return this.append({ type: 'gas', chainId, day, amount });
  }

  /** Binds a payment in memory. `commit` puts it on disk, and only then its bytes may leave. */
  bind(binding: Binding, version: SignedVersion): void {
    this.stage({ type: 'bound', binding, version });
  }

  /** Adds a version in memory, as `bind`. */
  addVersion(withdrawalNo: number, version: SignedVersion): void {
    this.stage({ type: 'version', withdrawalNo, version });
  }

  /** Puts all that was bound on disk with one sync. Where that fails, nothing of it is bound. */
  async commit(): Promise<void> {
    if (this.staged.length === 0) return;
    try {
      await this.file.appendAll(this.staged);
      this.staged = [];
    } catch (error) {
      this.drop();
      throw error;
    }
  }

  /** Forgets all that was bound and is not on disk. */
  drop(): void {
    for (const line of this.staged.reverse()) this.undo(line);
    this.staged = [];
  }

  giveAddresses(given: number): Promise<void> {
    return this.append({ type: 'addresses', given });
  }

  private stage(line: (typeof this.staged)[number]): void {
    this.check(line);
    this.take(line);
    this.staged.push(line);
  }

  private undo(line: (typeof this.staged)[number]): void {
    if (line.type === 'version') {
      this.byWithdrawal.get(line.withdrawalNo)?.versions.pop();
      return;
    }
    const { binding } = line;
    this.byWithdrawal.delete(binding.withdrawalNo);
    this.count(binding, -1n);
    // Nonces follow each other: the one before is bound, or was when the first payment of the chain came.
    const isFirst = ![...this.byWithdrawal.values()].some((each) => each.binding.chainId === binding.chainId);
    if (isFirst) this.nextNonces.delete(binding.chainId);
    else this.nextNonces.set(binding.chainId, binding.nonce);
  }

  private count({ day, chainId, code, amount, operators }: Binding, sign: 1n | -1n): void {
    const name = `${day} ${chainId} ${code}`;
    const { all, automatic } = this.daySums.get(name) ?? { all: 0n, automatic: 0n };
    const units = sign * BigInt(amount);
    const sums = { all: all + units, automatic: automatic + (operators === undefined ? units : 0n) };
    assertSums(sums.all, sums.automatic);
    this.daySums.set(name, sums);
  }

  private async append(line: Line): Promise<void> {
    this.check(line);
    await this.file.append(line);
    this.take(line);
  }

  /** Asserts that a line follows from those before it. @throws InvariantError before anything of it is kept */
  private check(line: Line): void {
    if (line.type === 'addresses') assertGiven(this.addressesGiven, line.given);
    else if (line.type === 'gas') assertUnits(line.amount, { withdrawal: 0 });
    else if (line.type === 'version') this.checkVersion(line.withdrawalNo, line.version);
    else this.checkBinding(line.binding);
  }

  private checkBinding(binding: Binding): void {
    const { withdrawalNo, chainId, nonce, to, code, contract, amount } = binding;
    assertUnits(amount, { withdrawal: withdrawalNo });
    const known = this.byWithdrawal.get(withdrawalNo)?.binding;
    // A line that was written again after a failed sync says the same.
    if (known === undefined) {
      assertNext(nonce, this.nextNonce(chainId), withdrawalNo);
      return;
    }
    const isAlike = known.chainId === chainId && known.nonce === nonce && known.to === to;
    const isSameAmount = known.code === code && known.contract === contract && known.amount === amount;
    assertAlike(isAlike && isSameAmount, withdrawalNo);
  }

  private checkVersion(withdrawalNo: number, { hash, maxFeePerGas }: SignedVersion): void {
    const versions = this.byWithdrawal.get(withdrawalNo)?.versions ?? [];
    if (versions.some((each) => each.hash === hash)) return;
    const newest = versions.at(-1);
    const before = newest === undefined ? null : BigInt(newest.maxFeePerGas);
    assertVersion(before, BigInt(maxFeePerGas), withdrawalNo);
  }

  private take(line: Line): void {
    if (line.type === 'addresses') {
      this.addressesGiven = line.given;
    } else if (line.type === 'gas') {
      const name = `${line.chainId} ${line.day}`;
      this.gasSums.set(name, (this.gasSums.get(name) ?? 0n) + BigInt(line.amount));
    } else if (line.type === 'version') {
      this.byWithdrawal.get(line.withdrawalNo)?.versions.push(line.version);
    } else {
      const { binding, version } = line;
      // A line that was written again after a failed sync counts once.
      if (!this.byWithdrawal.has(binding.withdrawalNo)) this.count(binding, 1n);
      this.byWithdrawal.set(binding.withdrawalNo, { binding, versions: [version] });
      // One that was written again comes after later ones.
      const next = this.nextNonce(binding.chainId) ?? 0;
      this.nextNonces.set(binding.chainId, Math.max(next, binding.nonce + 1));
    }
  }
}
