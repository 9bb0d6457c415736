import type { ByteReader, ByteWriter } from '../../codec/bytes.ts';
import { count, list, number, record } from '../../codec/fields.ts';
import { quotesField, readingField, unjudgedField } from './contract.ts';
import type { Desk, TickQuotes } from './desk.ts';

const symbolQuotes = list(
  record<TickQuotes & { readonly symbolId: number }>({ symbolId: count, tickNo: count, quotes: quotesField }),
);
const ticks = list(
  record({ tickNo: count, chainedMs: number, timeMs: number, now: symbolQuotes, before: symbolQuotes }),
);
const judgements = list(record({ reading: readingField, contracts: list(unjudgedField), timeMs: number }));

const listed = (quotes: ReadonlyMap<number, TickQuotes>) =>
  [...quotes].map(([symbolId, each]) => ({ symbolId, ...each }));
const bySymbol = (quotes: readonly (TickQuotes & { readonly symbolId: number })[]) =>
  new Map(quotes.map(({ symbolId, ...each }) => [symbolId, each]));

/** Writes the ticks that contracts wait to read, and the judgements under way. */
export function writeWaiting(writer: ByteWriter, desk: Desk): void {
  ticks.write(
    writer,
    desk.ticks.map(({ now, before, ...tick }) => ({ ...tick, now: listed(now), before: listed(before) })),
  );
  judgements.write(
    writer,
    desk.judgements.map(({ contracts, next, ...judgement }) => ({
      ...judgement,
      contracts: contracts.slice(next),
    })),
  );
}

export function readWaiting(reader: ByteReader, desk: Desk): void {
  for (const { now, before, ...tick } of ticks.read(reader))
    desk.ticks.push({ ...tick, now: bySymbol(now), before: bySymbol(before) });
  for (const judgement of judgements.read(reader)) desk.judgements.push({ ...judgement, next: 0 });
}
