import type { Stage } from './stage.ts';

/** Figures that settle a round of funding: the mark at its begin, and the premiums of its interval. */
export interface SheetRound<Premium> {
  readonly timeMs: number;
  markTicks: number;
  readonly premiums: readonly Premium[];
}

/** Follows the rounds of funding of each symbol, which may take many commands and wait for each other. */
export class SheetRounds<Premium> {
  /** By symbol, the earliest interval first. */
  private readonly due = new Map<number, SheetRound<Premium>[]>();
  private readonly premiums = new Map<number, Premium[]>();

  /** Ends the intervals that are over at the time of a command which is about to be sent. */
  before(stage: Stage, markOf: (symbolId: number) => number): void {
    for (const { symbolId } of stage.kernel.perpetual.symbols()) {
      const { nextMs } = stage.kernel.perpetual.funding(symbolId)!;
      const rounds = this.of(symbolId);
      if (nextMs > stage.nowMs || rounds.some(({ timeMs }) => timeMs === nextMs)) continue;
      rounds.push(this.begun(symbolId, nextMs, markOf(symbolId)));
    }
  }

  sampled(symbolId: number, premium: Premium): void {
    this.premiums.set(symbolId, [...(this.premiums.get(symbolId) ?? []), premium]);
  }

  /** The round that is under way. */
  present(symbolId: number): SheetRound<Premium> {
    const [first] = this.of(symbolId);
    if (first === undefined) throw new Error(`Symbol ${symbolId} pays funding outside a round`);
    return first;
  }

  /** Ends the round of an interval. The next begins at once, by the mark of now, where its interval is over too. */
  end(stage: Stage, symbolId: number, ofMs: number, markTicks: number): SheetRound<Premium> {
    const rounds = this.of(symbolId);
    const ended = rounds.shift();
    if (ended?.timeMs !== ofMs)
      throw new Error(`Funding of ${ofMs} is told, and ${ended?.timeMs} is under way`);
    const { intervalMs } = stage.kernel.perpetual.funding(symbolId)!;
    const nextMs = ofMs + intervalMs;
    const [next] = rounds;
    if (next !== undefined) next.markTicks = markTicks;
    else if (nextMs <= stage.nowMs) rounds.push(this.begun(symbolId, nextMs, markTicks));
    return ended;
  }

  private begun(symbolId: number, timeMs: number, markTicks: number): SheetRound<Premium> {
    const premiums = this.premiums.get(symbolId) ?? [];
    this.premiums.delete(symbolId);
    return { timeMs, markTicks, premiums };
  }

  private of(symbolId: number): SheetRound<Premium>[] {
    const rounds = this.due.get(symbolId) ?? [];
    this.due.set(symbolId, rounds);
    return rounds;
  }
}
