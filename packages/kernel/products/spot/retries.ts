import type { ByteReader, ByteWriter } from '../../codec/bytes.ts';
import { count, list, record } from '../../codec/fields.ts';
import type { ProductPart } from '../../product.ts';
import type { SpotState } from './spot-state.ts';

const retries = list(record({ orderId: count, firedTicks: count }));

/** Section of the orders that fired, could not sell all, and are tried again. */
export class SpotRetries implements ProductPart {
  readonly name = 'spot-retries';
  private readonly state: SpotState;

  constructor(state: SpotState) {
    this.state = state;
  }

  write(writer: ByteWriter): void {
    retries.write(
      writer,
      this.state.waiting.all().filter(({ firedTicks }) => firedTicks !== 0),
    );
  }

  read(reader: ByteReader): void {
    const { waiting } = this.state;
    for (const { orderId, firedTicks } of retries.read(reader))
      waiting.resume(waiting.get(orderId)!, firedTicks);
  }
}
