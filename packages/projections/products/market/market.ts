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
    const change = command.outcome.ok ? changeOf(command.envelope.body) : null;
    if (change === null) return;
    const { seq, timeMs } = command.stamp;
    rows.of(marketChangesTable).put({ ...change, seq, time_ms: timeMs });
  },
  queries: (pool, schema) => new MarketQueries(pool, schema),
};

const isChange = (type: KernelEvent['type']) =>
  type === 'catalogue' || type === 'symbolState' || type === 'perpetualState';

/** The change of a command; null for commands that change no symbol. */
function changeOf(body: Command) {
  switch (body.type) {
    case 'listSymbol':
    case 'listPerpetual':
      return {
        ...{ symbol_id: body.symbolId, kind: marketChangeKinds.of('listed'), reason: '' },
        ...{ state: symbolStates.of('trading'), price_band_ppm: body.priceBandPpm },
      };
    case 'setSymbolState':
    case 'setPerpetualState':
      return {
        ...{ symbol_id: body.symbolId, kind: marketChangeKinds.of('state'), reason: body.reason },
        state: symbolStates.of(body.state),
      };
    case 'setPriceBand':
      return {
        ...{ symbol_id: body.symbolId, kind: marketChangeKinds.of('price-band'), reason: '' },
        price_band_ppm: body.priceBandPpm,
      };
    default:
      return null;
  }
}
