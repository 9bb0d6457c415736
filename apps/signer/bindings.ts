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
  /** Who approved it; missing for a payment within the automatic limits. */
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
  private addressesGiven = 0;
  private readonly file: LineFile<Line>;

  private constructor(path: string) {
    this.file = new LineFile(path);
  }

  /** Reads the file, which is made at the first entry. Throws Error where a line before the last is damaged. */
  static async read(path: string): Promise<Bindings> {
    const bindings = new Bindings(path);
    await bindings.file.read((line) => bindings.take(line));
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
    let all = 0n;
    let automatic = 0n;
    for (const { binding } of this.byWithdrawal.values()) {
      if (binding.day !== day || binding.chainId !== chainId || binding.code !== code) continue;
      all += BigInt(binding.amount);
      if (binding.operators === undefined) automatic += BigInt(binding.amount);
    }
    return { all, automatic };
  }

  /** Gas that was signed for deposit addresses on one day, in base units of the chain. */
  gasOn(day: string, chainId: number): bigint {
    return this.gasSums.get(`${chainId} ${day}`) ?? 0n;
  }

  addGas(chainId: number, day: string, amount: string): Promise<void> {
    return this.append({ type: 'gas', chainId, day, amount });
  }

  bind(binding: Binding, version: SignedVersion): Promise<void> {
    return this.append({ type: 'bound', binding, version });
  }

  addVersion(withdrawalNo: number, version: SignedVersion): Promise<void> {
    return this.append({ type: 'version', withdrawalNo, version });
  }

  giveAddresses(given: number): Promise<void> {
    return this.append({ type: 'addresses', given });
  }

  private async append(line: Line): Promise<void> {
    await this.file.append(line);
    this.take(line);
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
      this.byWithdrawal.set(binding.withdrawalNo, { binding, versions: [version] });
      this.nextNonces.set(binding.chainId, binding.nonce + 1);
    }
  }
}
