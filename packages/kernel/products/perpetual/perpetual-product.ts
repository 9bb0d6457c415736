import { type Amount, ZERO } from '@candor/money';
import type { ByteReader, ByteWriter } from '../../codec/bytes.ts';
import type { CommandHandler, Product } from '../../product.ts';
import type { State } from '../../state.ts';
import type { PerpetualView } from './view.ts';

export class PerpetualProduct implements Product {
  readonly name = 'perpetual';
  readonly handlers: Readonly<Record<string, CommandHandler<never>>> = {};
  readonly view: PerpetualView = {
    symbols: () => [],
    symbol: () => null,
    mark: () => null,
    funding: () => null,
    depth: () => ({ bids: [], asks: [] }),
    openOrders: () => [],
    order: () => null,
    positions: () => [],
    position: () => null,
    exits: () => [],
    account: (userId, assetId) => ({
      userId,
      assetId,
      positionMode: 'one-way',
      walletBalance: ZERO,
      unrealisedPnl: ZERO,
      isolatedMargin: ZERO,
      orderMargin: ZERO,
      crossInitialMargin: ZERO,
      crossMaintenanceMargin: ZERO,
      crossEquity: ZERO,
      available: ZERO,
    }),
    positionMode: () => 'one-way',
    settings: () => null,
    insurance: () => 0n as Amount,
    feeRates: () => null,
  };
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
