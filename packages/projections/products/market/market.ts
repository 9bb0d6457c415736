import type { Command, KernelEvent } from '@candor/kernel';
import type { ReadModel } from '../../read-model.ts';
import { marketChangeKinds, symbolStates } from './codes.ts';
import { MarketQueries } from './queries.ts';
import { marketChangesTable } from './tables.ts';

/**
 * Listings of symbols, and the operators' changes to them, as their commands published them. A price band that was in
 * force already changes nothing and leaves no row: the kernel emits an event only for a change.
 */
export const marketModel: ReadModel<MarketQueries> = {
  tables: [marketChangesTable],
  project(command, rows) {
    // Asked first: the terms of most commands are never decoded here.
    if (!command.events.some(({ type }) => isChange(type))) return;
    const { seq, timeMs } = command.stamp;
    // One row a symbol: an announced change that applied with a command to the same symbol lies beneath it.
    const bySymbol = new Map<number, MarketChange>();
    for (const event of command.events) {
      if (event.type !== 'changeEnded' || event.end !== 'applied') continue;
      const change = changeOf(event.change, event.reason);
      if (change !== null) bySymbol.set(change.symbol_id, { ...bySymbol.get(change.symbol_id), ...change });
    }
    const own = command.outcome.ok ? changeOf(command.envelope.body, '') : null;
    if (own !== null) bySymbol.set(own.symbol_id, { ...bySymbol.get(own.symbol_id), ...own });
    for (const change of bySymbol.values())
      rows.of(marketChangesTable).put({ ...change, seq, time_ms: timeMs });
  },
  queries: (pool, schema) => new MarketQueries(pool, schema),
};

const isChange = (type: KernelEvent['type']) =>
  type === 'changeEnded' || type === 'catalogue' || type === 'symbolState' || type === 'perpetualState';

interface MarketChange {
  readonly symbol_id: number;
  readonly kind: number;
  readonly reason: string;
  readonly state?: number;
  readonly price_band_ppm?: number;
}

/** The change of a command; null for commands that change no symbol. `reason` is that of an announced change. */
function changeOf(body: Command, reason: string): MarketChange | null {
  switch (body.type) {
    case 'listSymbol':
    case 'listPerpetual':
      return {
        symbol_id: body.symbolId,
        kind: marketChangeKinds.of('listed'),
        reason: '',
        state: symbolStates.of('trading'),
        price_band_ppm: body.priceBandPpm,
      };
    case 'setSymbolState':
    case 'setPerpetualState':
      return {
        symbol_id: body.symbolId,
        kind: marketChangeKinds.of('state'),
        reason: body.reason,
        state: symbolStates.of(body.state),
      };
    case 'setPriceBand':
      return {
        symbol_id: body.symbolId,
        kind: marketChangeKinds.of('price-band'),
        reason: '',
        price_band_ppm: body.priceBandPpm,
      };
    case 'setSymbolLimits':
    case 'setPerpetualLimits':
      return {
        symbol_id: body.symbolId,
        kind: marketChangeKinds.of('limits'),
        reason,
        price_band_ppm: body.priceBandPpm,
      };
    case 'setPerpetualTiers':
      return { symbol_id: body.symbolId, kind: marketChangeKinds.of('tiers'), reason };
    default:
      return null;
  }
}
