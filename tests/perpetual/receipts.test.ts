import type { KernelEvent, PerpetualTradeEvent } from '@candor/kernel';
import { checkSettlement, firstWrongStep, type SettlementInputs } from '@candor/proofs';
import { describe, expect, it } from 'vitest';
import { LiquidationCheck } from '../../apps/verifier/checks/liquidations.ts';
import { PerpetualFillCheck } from '../../apps/verifier/checks/perpetuals.ts';
import { runMarket } from './random-market.ts';
import type { Stage } from './stage.ts';

const TERMS = { unitsPerTickLot: 1_000, scale: 8, price: String };
const SEEDS = 36;
const KINDS = ['perpetualLiquidated', 'perpetualDeleveraged', 'perpetualFundingPaid'] as const;

/** The settlements of some random markets as the journal's readers get them. */
function settlements(): Map<string, SettlementInputs[]> {
  const found = new Map<string, SettlementInputs[]>(KINDS.map((kind) => [kind, []]));
  const take = (event: KernelEvent) => {
    const text = JSON.stringify(event, (_, value) => (typeof value === 'bigint' ? String(value) : value));
    found.get(event.type)?.push(JSON.parse(text) as SettlementInputs);
  };
  for (let seed = 1; seed <= SEEDS; seed++) {
    runMarket({
      seed,
      commands: 300,
      restarts: false,
      after: (stage) => {
        for (const event of stage.events) take(event);
      },
    });
  }
  return found;
}

/** The same with one figure changed by one. */
function bent(inputs: SettlementInputs, name: string): SettlementInputs {
  const value = inputs[name];
  return { ...inputs, [name]: typeof value === 'string' ? String(BigInt(value) + 1n) : Number(value) + 1 };
}

describe('receipts of what happened to positions', () => {
  const found = settlements();

  it.each(KINDS)('%s recomputes, every one', (kind) => {
    const all = found.get(kind)!;
    expect(all.length).toBeGreaterThan(2);
    for (const inputs of all) expect(firstWrongStep(checkSettlement(inputs, TERMS))).toBeNull();
    expect(all.every((inputs) => checkSettlement(inputs, TERMS).ok)).toBe(true);
  });

  it.each([
    ['perpetualLiquidated', 'equity', 'equity'],
    ['perpetualLiquidated', 'markTicks', 'mark'],
    ['perpetualLiquidated', 'bankruptcyTicks', 'bankruptcy'],
    ['perpetualLiquidated', 'lotsLeft', 'left'],
    ['perpetualDeleveraged', 'score', 'score'],
    ['perpetualDeleveraged', 'lotsLeft', 'left'],
  ])('%s with another %s does not', (kind, name, wrong) => {
    const check = checkSettlement(bent(found.get(kind)![0]!, name), TERMS);
    expect(check.ok).toBe(false);
    expect(firstWrongStep(check)?.name).toBe(wrong);
  });

  it('a funding payment of more than its rate gives does not', () => {
    const payer = found.get('perpetualFundingPaid')!.find(({ amount }) => String(amount).startsWith('-'))!;
    const more = { ...payer, amount: String(BigInt(String(payer.amount)) - 1n) };
    expect(checkSettlement(more, TERMS).ok).toBe(false);
  });

  it('what is no receipt, or has no figures, is not in order', () => {
    expect(checkSettlement({}, TERMS).ok).toBe(false);
    expect(checkSettlement({ type: 'perpetualDeleveraged', score: 'x' }, TERMS).ok).toBe(false);
  });
});

describe('fills of random markets', () => {
  /** Returns the verifier's findings in all fills of a market; `alter` changes each side of them. */
  function findings(alter: (trade: PerpetualTradeEvent) => PerpetualTradeEvent): string[] {
    const found: string[] = [];
    const check = new PerpetualFillCheck();
    const take = ({ events, kernel }: Stage) => {
      const altered = events.map((event) => (event.type === 'perpetualTrade' ? alter(event) : event));
      check.see({ events: altered } as never, kernel, (what) => found.push(what));
    };
    runMarket({ seed: 3, commands: 300, restarts: false, after: take });
    expect(check.count).toBeGreaterThan(10);
    return found;
  }

  it('state value, fees and profits that the verifier recomputes', () => {
    expect(findings((trade) => trade)).toEqual([]);
  });

  it('with a profit or an entry cost that is one unit off do not', () => {
    const more = findings((trade) => ({
      ...trade,
      maker: { ...trade.maker, realisedPnl: (trade.maker.realisedPnl + 1n) as never },
    }));
    expect(more).toContainEqual(expect.stringContaining('states a profit of'));
    const cheaper = findings((trade) => ({
      ...trade,
      taker: { ...trade.taker, heldCost: (trade.taker.heldCost - 1n) as never },
    }));
    expect(cheaper).toContainEqual(expect.stringContaining('states a profit of'));
  });
});

describe('results of liquidations', () => {
  const FIGURES = ['closedValue', 'realisedPnl', 'fee'] as const;

  /** Returns the verifier's findings about results in random markets, and how many liquidations there were. */
  function findings(figure: (typeof FIGURES)[number] | null) {
    const found: string[] = [];
    const kinds = new Set<string>();
    let [count, inBook] = [0, 0];
    for (let seed = 1; seed <= 5; seed++) {
      const check = new LiquidationCheck();
      const take = ({ events, kernel }: Stage) => {
        for (const event of events) {
          if (event.type !== 'perpetualLiquidated') continue;
          count += 1;
          kinds.add(event.marginMode);
          kinds.add(event.lotsLeft > 0 ? 'partial' : 'whole');
          if (event.steps.length > 0) kinds.add('in the book');
          if (event.deleveraged.length > 0) kinds.add('against others');
          else inBook += 1;
        }
        const altered = events.map((event) =>
          event.type === 'perpetualLiquidated' && figure !== null
            ? { ...event, [figure]: event[figure] + 1n }
            : event,
        );
        const envelope = { body: { type: 'tick' } };
        check.see({ envelope, events: altered } as never, kernel, (what) => found.push(what));
      };
      runMarket({ seed, commands: 300, restarts: false, after: take });
    }
    return {
      found: found.filter((what) => FIGURES.some((name) => what.includes(name))),
      count,
      inBook,
      kinds,
    };
  }

  it('follow from their fills', () => {
    const { found, count, kinds } = findings(null);
    expect(found).toEqual([]);
    expect(count).toBeGreaterThan(10);
    for (const kind of ['isolated', 'cross', 'whole', 'in the book', 'against others'])
      expect(kinds).toContain(kind);
  });

  it.each(FIGURES)('with a %s that is one unit off do not', (figure) => {
    const { found, count, inBook } = findings(figure);
    // a fee against others is bounded alone
    const least = figure === 'fee' ? inBook : count;
    expect(found.filter((what) => what.includes(figure)).length).toBeGreaterThanOrEqual(least);
  });
});
