const DAY_MS = 86_400_000;

interface NaiveTier {
  readonly minVolume: bigint;
  readonly makerPpm: number;
  readonly takerPpm: number;
}

/** Fee tiers on a napkin: every fill is remembered with its day, and added up again whenever a day begins. */
export class NaiveFees {
  private table: readonly NaiveTier[] = [{ minVolume: 0n, makerPpm: 0, takerPpm: 0 }];
  private asset = 0;
  private today = 0;
  private fills: { user: number; day: number; amount: bigint }[] = [];
  private readonly tiers = new Map<number, number>();

  setFlat(makerPpm: bigint, takerPpm: bigint): void {
    this.table = [{ minVolume: 0n, makerPpm: Number(makerPpm), takerPpm: Number(takerPpm) }];
    this.tiers.clear();
  }

  setTable(asset: number, table: readonly NaiveTier[]): boolean {
    const rises = table.every((tier, i) => i === 0 || tier.minVolume > table[i - 1]!.minVolume);
    if (table.length < 1 || table.length > 20 || table[0]!.minVolume !== 0n || !rises) return false;
    if (asset !== this.asset) this.fills = [];
    this.asset = asset;
    this.table = table;
    this.classify();
    return true;
  }

  beginDay(nowMs: number): void {
    const today = Math.floor(nowMs / DAY_MS);
    if (today === this.today) return;
    this.today = today;
    this.classify();
  }

  count(user: number, asset: number, amount: bigint): void {
    if (asset === this.asset) this.fills.push({ user, day: this.today, amount });
  }

  rate(user: number, isMaker: boolean): bigint {
    const tier = this.table[this.tier(user)]!;
    return BigInt(isMaker ? tier.makerPpm : tier.takerPpm);
  }

  tier(user: number): number {
    return this.tiers.get(user) ?? 0;
  }

  /** The volume of the thirty days before today. */
  volume(user: number): bigint {
    return this.sum(user, (day) => day < this.today && day >= this.today - 30);
  }

  volumeToday(user: number): bigint {
    return this.sum(user, (day) => day === this.today);
  }

  private sum(user: number, counts: (day: number) => boolean): bigint {
    let sum = 0n;
    for (const fill of this.fills) if (fill.user === user && counts(fill.day)) sum += fill.amount;
    return sum;
  }

  private classify(): void {
    this.tiers.clear();
    for (const user of new Set(this.fills.map((fill) => fill.user))) {
      const volume = this.volume(user);
      this.tiers.set(user, this.table.filter((tier) => volume >= tier.minVolume).length - 1);
    }
  }
}
