import type { AppliedCommand } from '@candor/journal';
import { rebateOf } from '@candor/rules';
import type { JsonObject, Names } from './values.ts';

const DAY_MS = 86_400_000;

/** Rebates from one payer's fees of the day, to one inviter, by one share. */
interface PayerDay {
  readonly assetId: number;
  readonly first: { readonly seq: number; readonly millionths: bigint };
  seq: number;
  fees: bigint;
  amount: bigint;
  /** Millionths that came in since the first payment, from fees that were too small for a unit or to another share. */
  between: bigint;
  rest: bigint;
}

/**
 * Sums the rebates of a receipt's day, generation and share by payer, while a journal is replayed, and recomputes each. No receipt
 * names its payer: its last command does.
 */
export class RebateDay {
  private readonly record: JsonObject;
  private readonly seq: number;
  private readonly payers = new Map<string, PayerDay>();
  /** True once a payment is not what its fees give. */
  private isOff = false;

  constructor(record: JsonObject, seq: number) {
    this.record = record;
    this.seq = seq;
  }

  see({ stamp, events }: Pick<AppliedCommand, 'stamp' | 'events'>): void {
    const { day, generation, sharePpm } = this.record;
    for (const event of events) {
      if (event.type !== 'referralPaid' || event.day * DAY_MS !== day) continue;
      const { payerId, assetId, charged } = event;
      for (const { inviterId, amount, restMillionths, ...rebate } of event.rebates) {
        if (rebate.generation !== generation || rebate.sharePpm !== sharePpm) continue;
        const millionths = BigInt(restMillionths);
        const { paid, rest } = rebateOf(millionths, charged, rebate.sharePpm);
        if (paid !== amount) this.isOff = true;
        const sums = this.sumsOf(`${payerId} ${inviterId} ${assetId}`, assetId, stamp.seq, millionths);
        sums.between += millionths - sums.rest;
        sums.rest = rest;
        sums.seq = stamp.seq;
        sums.fees += charged;
        sums.amount += amount;
      }
    }
  }

  /** The day as its receipt states it: the one with the receipt's own figures, else the first that its last command paid. */
  held(names: Names): JsonObject | null {
    if (this.isOff) return null;
    const all = [...this.payers.values()]
      .filter(({ seq }) => seq === this.seq)
      .map((sums) => this.heldOf(sums, names));
    const isSame = (held: JsonObject) =>
      Object.entries(held).every(([name, value]) => this.record[name] === value);
    return all.find(isSame) ?? all[0] ?? null;
  }

  private sumsOf(name: string, assetId: number, seq: number, millionths: bigint): PayerDay {
    let sums = this.payers.get(name);
    if (sums === undefined) {
      const first = { seq, millionths };
      sums = { assetId, first, seq, fees: 0n, amount: 0n, between: 0n, rest: millionths };
      this.payers.set(name, sums);
    }
    return sums;
  }

  private heldOf({ assetId, first, seq, fees, amount, between, rest }: PayerDay, names: Names): JsonObject {
    return {
      day: this.record.day!,
      generation: this.record.generation!,
      coin: names.coin(assetId),
      scale: names.scale(assetId),
      fees: names.amount(assetId, fees),
      sharePpm: this.record.sharePpm!,
      carriedMillionths: Number(first.millionths + between),
      restMillionths: Number(rest),
      amount: names.amount(assetId, amount),
      firstSeq: first.seq,
      seq,
    };
  }
}
