import type { ByteReader, ByteWriter } from '../../codec/bytes.ts';
import { count, list, number, record } from '../../codec/fields.ts';
import type { FinanceParticipation } from './view.ts';

const section = list(record({ offerId: count, userId: number, orders: count }));

/** Orders that users ever began, by offer and user. */
export class Participations {
  private readonly byOffer = new Map<number, Map<number, number>>();

  of(userId: number, offerId: number): number {
    return this.byOffer.get(offerId)?.get(userId) ?? 0;
  }

  /** Offers that a user ever began orders of, in the order of their numbers. */
  ofUser(userId: number): FinanceParticipation[] {
    const list: FinanceParticipation[] = [];
    for (const [offerId, users] of this.byOffer) {
      const orders = users.get(userId);
      if (orders !== undefined) list.push({ offerId, orders });
    }
    return list.sort((a, b) => a.offerId - b.offerId);
  }

  add(userId: number, offerId: number): void {
    const before = this.of(userId, offerId);
    const users = this.byOffer.get(offerId) ?? new Map<number, number>();
    users.set(userId, before + 1);
    this.byOffer.set(offerId, users);
  }

  /** Writes them by offer and user, in ascending order. */
  write(writer: ByteWriter): void {
    const rows = [...this.byOffer].flatMap(([offerId, users]) =>
      [...users].map(([userId, orders]) => ({ offerId, userId, orders })),
    );
    rows.sort((a, b) => a.offerId - b.offerId || a.userId - b.userId);
    section.write(writer, rows);
  }

  read(reader: ByteReader): void {
    for (const { offerId, userId, orders } of section.read(reader)) {
      const users = this.byOffer.get(offerId) ?? new Map<number, number>();
      users.set(userId, orders);
      this.byOffer.set(offerId, users);
    }
  }
}
