import type { ByteReader, ByteWriter } from '../../codec/bytes.ts';
import type { CommandHandlers, Product } from '../../product.ts';
import type { State } from '../../state.ts';
import type { SpotCommand } from './commands.ts';
import type { SpotDesk } from './place-order.ts';
import type { SpotView } from './view.ts';

export class SpotProduct implements Product {
  readonly name = 'spot';
  readonly handlers: CommandHandlers<SpotCommand> = {};
  readonly view: SpotView = {};
  protected readonly state: State;
  protected readonly desk: SpotDesk;

  constructor(state: State, desk: SpotDesk) {
    this.state = state;
    this.desk = desk;
  }

  nextDueMs(): number {
    return Number.POSITIVE_INFINITY;
  }
  onTime(_nowMs: number, _previousMs: number): void {}
  onIndex(_tickNo: number): void {}
  lockedIn(_account: number, _assetId: number): bigint {
    return 0n;
  }
  write(_writer: ByteWriter): void {}
  read(_reader: ByteReader): void {}
}
