import type { ByteReader, ByteWriter } from '../../codec/bytes.ts';
import type { CommandHandlers, Product } from '../../product.ts';
import type { State } from '../../state.ts';
import type { SecondsCommand } from './commands.ts';
import type { SecondsView } from './view.ts';

export class SecondsProduct implements Product {
  readonly name = 'seconds';
  readonly handlers: CommandHandlers<SecondsCommand> = {};
  readonly view: SecondsView = {};
  protected readonly state: State;

  constructor(state: State) {
    this.state = state;
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
