import { FEE_VOLUME_DAYS } from '@candor/rules';

/** The volume of one account on each of the last complete days, in a ring by day. */
export class DailyVolumes {
  private readonly ring = new BigInt64Array(FEE_VOLUME_DAYS);
  /** The first day that is not in the ring yet. */
  private nextDay: number;
  sum = 0n;

  constructor(firstDay: number) {
    this.nextDay = firstDay;
  }

  /** Lets days without volume pass up to, without, `day`; what is older than the ring drops out. */
  passTo(day: number): void {
    if (day - this.nextDay >= FEE_VOLUME_DAYS) {
      this.ring.fill(0n);
      this.sum = 0n;
      this.nextDay = day;
    }
    while (this.nextDay < day) this.add(this.nextDay, 0n);
  }

  /** Adds the volume of a day that is not in the ring yet. */
  add(day: number, volume: bigint): void {
    this.passTo(day);
    const place = day % FEE_VOLUME_DAYS;
    this.sum += volume - this.ring[place]!;
    this.ring[place] = volume;
    this.nextDay = day + 1;
  }

  /** The days with volume, oldest first. */
  all(): [day: number, volume: bigint][] {
    const found: [number, bigint][] = [];
    for (let day = this.nextDay - FEE_VOLUME_DAYS; day < this.nextDay; day++) {
      const volume = day < 0 ? 0n : this.ring[day % FEE_VOLUME_DAYS]!;
      if (volume !== 0n) found.push([day, volume]);
    }
    return found;
  }
}
