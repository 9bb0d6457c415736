import { type FeeTier, feeTierOf, utcDay, utcDayStartMs } from '@candor/rules';
import type { Accounts } from '../ledger/accounts.ts';
import { DailyVolumes } from './volumes.ts';

/** The high word of a day's volume from which on it counts no further: it stays in 64 bits for ever. */
const FULL_DAY_HIGH = 1 << 30;

/** Fee tier of an account and the volumes behind it. Volumes are base units of the volume's asset. */
export interface FeeStatus {
  readonly tier: number;
  /** Volume of the 30 complete UTC days before today: the tier is earned by it. */
  readonly volume: bigint;
  /** Volume of today so far: it counts from the next UTC day on. */
  readonly volumeToday: bigint;
}

/**
 * Fees by tiers of the volume over 30 UTC days. Spot and perpetuals count volume here by account and read the rates of
 * its tier: `makerPpm[accounts.tier[slot]]`. Tiers are worked out when the UTC day turns, by the kernel's clock, and
 * when the table is set.
 */
export class FeeSchedule {
  /** The asset that volumes are counted in; 0 before the first table. */
  volumeAssetId = 0;
  /** Empty while one pair of rates holds for all. */
  tiers: readonly FeeTier[] = [];
  /** Rates by tier. */
  makerPpm = new Int32Array(1);
  takerPpm = new Int32Array(1);
  perpetualMakerPpm = new Int32Array(1);
  perpetualTakerPpm = new Int32Array(1);
  /** The UTC day that volume is being counted for. */
  private day = 0;
  private readonly accounts: Accounts;
  private readonly daily = new Map<number, DailyVolumes>();

  constructor(accounts: Accounts) {
    this.accounts = accounts;
  }

  /** One pair of spot rates for all: a table, if there is one, ends, while volumes go on being counted. */
  setFlat(makerPpm: number, takerPpm: number): void {
    this.useRates([{ minVolume: 0n, makerPpm, takerPpm, perpetualMakerPpm: 0, perpetualTakerPpm: 0 }]);
    this.tiers = [];
    this.accounts.tier.fill(0);
  }

  /** Sets a table that `isFeeTable`, and puts each account into its tier. Another asset's volumes are forgotten. */
  setTable(volumeAssetId: number, tiers: readonly FeeTier[], nowMs: number): void {
    if (volumeAssetId !== this.volumeAssetId) {
      this.daily.clear();
      this.accounts.volume.cells.fill(0n);
      this.volumeAssetId = volumeAssetId;
      this.day = utcDay(nowMs);
    }
    this.tiers = tiers;
    this.useRates(tiers);
    this.accounts.tier.fill(0);
    for (const [account, volumes] of this.daily) this.accounts.tier[account] = feeTierOf(volumes.sum, tiers);
  }

  /** Counts a fill for an account (its slot: a user's spot wallet's), in a safe integer of base units. */
  count(account: number, units: number): void {
    const { volume } = this.accounts;
    if (volume.words[2 * account + 1]! < FULL_DAY_HIGH) volume.add(account, units);
  }

  /** Returns the time at which the current UTC day ends, in ms; Infinity before the first table. */
  nextTurnMs(): number {
    return this.volumeAssetId === 0 ? Number.POSITIVE_INFINITY : utcDayStartMs(this.day + 1);
  }

  /**
   * Begins the UTC day of this time: what was counted belongs to the day before, and each account gets its tier.
   * Calls `changed` for each account whose tier changes, in the order of slots.
   */
  turn(nowMs: number, changed: (account: number) => void): void {
    const today = utcDay(nowMs);
    const { accounts, daily, day } = this;
    const { volume, tier } = accounts;
    this.day = today;
    for (let account = 1; account <= accounts.count; account++) {
      const units = volume.cells[account]!;
      const volumes = daily.get(account) ?? new DailyVolumes(day);
      if (units === 0n && volumes.sum === 0n) continue;
      volumes.add(day, units);
      volumes.passTo(today);
      volume.cells[account] = 0n;
      if (volumes.sum === 0n) daily.delete(account);
      else daily.set(account, volumes);
      const earned = feeTierOf(volumes.sum, this.tiers);
      if (earned === tier[account]) continue;
      tier[account] = earned;
      changed(account);
    }
  }

  statusOf(account: number): FeeStatus {
    return {
      tier: this.accounts.tier[account]!,
      volume: this.daily.get(account)?.sum ?? 0n,
      volumeToday: this.accounts.volume.cells[account]!,
    };
  }

  /** Returns the part that a snapshot keeps. */
  save(): SavedFees {
    const { cells } = this.accounts.volume;
    const today: SavedVolume[] = [];
    const past: SavedVolume[] = [];
    for (let account = 1; account <= this.accounts.count; account++) {
      if (cells[account] !== 0n) today.push({ account, day: this.day, units: cells[account]! });
      for (const [day, units] of this.daily.get(account)?.all() ?? []) past.push({ account, day, units });
    }
    return { volumeAssetId: this.volumeAssetId, day: this.day, tiers: this.tiers, today, past };
  }

  /** Takes over what `save` gave, in a schedule that is empty but for its flat rates. */
  restore(saved: SavedFees): void {
    this.volumeAssetId = saved.volumeAssetId;
    this.day = saved.day;
    for (const { account, units } of saved.today) this.accounts.volume.cells[account] = units;
    for (const { account, day, units } of saved.past) {
      const volumes = this.daily.get(account) ?? new DailyVolumes(day);
      volumes.add(day, units);
      this.daily.set(account, volumes);
    }
    for (const volumes of this.daily.values()) volumes.passTo(saved.day);
    if (saved.tiers.length > 0) this.setTable(saved.volumeAssetId, saved.tiers, 0);
  }

  private useRates(tiers: readonly FeeTier[]): void {
    this.makerPpm = Int32Array.from(tiers, (tier) => tier.makerPpm);
    this.takerPpm = Int32Array.from(tiers, (tier) => tier.takerPpm);
    this.perpetualMakerPpm = Int32Array.from(tiers, (tier) => tier.perpetualMakerPpm);
    this.perpetualTakerPpm = Int32Array.from(tiers, (tier) => tier.perpetualTakerPpm);
  }
}

export interface SavedVolume {
  /** The account's slot. */
  readonly account: number;
  readonly day: number;
  readonly units: bigint;
}

export interface SavedFees {
  readonly volumeAssetId: number;
  readonly day: number;
  readonly tiers: readonly FeeTier[];
  readonly today: readonly SavedVolume[];
  readonly past: readonly SavedVolume[];
}
