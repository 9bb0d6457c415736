import type { ByteReader, ByteWriter } from '../../codec/bytes.ts';
import { count, list } from '../../codec/fields.ts';
import type { ProductPart } from '../../product.ts';
import type { PerpetualState } from './state/perpetual-state.ts';

const ids = list(count);

/** Section of the exits and orders that fired, could not close all, and are tried again. */
export class PerpetualRetries implements ProductPart {
  readonly name = 'perpetual-retries';
  private readonly perp: PerpetualState;

  constructor(perp: PerpetualState) {
    this.perp = perp;
  }

  write(writer: ByteWriter): void {
    ids.write(
      writer,
      [...this.perp.retrying].sort((a, b) => a - b),
    );
  }

  read(reader: ByteReader): void {
    const { perp } = this;
    for (const id of ids.read(reader)) {
      const fired = perp.exits.get(id) ?? perp.orders.get(id)!;
      fired.isRetrying = true;
      perp.triggers.remove(id);
      perp.retrying.add(id);
    }
  }
}
