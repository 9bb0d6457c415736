/** A transfer of a token that is not listed, to an address of an owner. */
interface TokenEvent {
  readonly owner: string;
  readonly transactionHash: string;
  readonly contract: string | null;
}

/** Transfers of one token in one transaction to one owner. */
export interface TokenEvents<Event> {
  readonly last: Event;
  readonly transfers: number;
}

/** Rows of one block: a stranger can write any number of events, and of tokens. */
export const MOST_OF_BLOCK = 100;
/** Rows of one owner in a block. */
export const MOST_OF_OWNER = 20;

/**
 * Adds the events of a block up by owner, transaction and token, and keeps the first rows of each owner, in turns, up to a
 * bound. `rest` is the number of events that none of the kept rows counts.
 */
export function boundedEvents<Event extends TokenEvent>(
  events: readonly Event[],
): { readonly kept: readonly TokenEvents<Event>[]; readonly rest: number } {
  const rows = new Map<string, { last: Event; transfers: number; turn: number }>();
  const turns = new Map<string, number>();
  for (const event of events) {
    const key = `${event.owner} ${event.transactionHash} ${event.contract}`;
    const row = rows.get(key);
    if (row !== undefined) {
      row.last = event;
      row.transfers += 1;
      continue;
    }
    const turn = turns.get(event.owner) ?? 0;
    turns.set(event.owner, turn + 1);
    rows.set(key, { last: event, transfers: 1, turn });
  }
  const kept = [...rows.values()]
    .filter(({ turn }) => turn < MOST_OF_OWNER)
    .sort((a, b) => a.turn - b.turn)
    .slice(0, MOST_OF_BLOCK);
  const counted = kept.reduce((sum, { transfers }) => sum + transfers, 0);
  return { kept, rest: events.length - counted };
}
