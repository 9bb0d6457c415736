import type { KernelEvent, PerpetualLiquidatedEvent, PerpetualTradeEvent } from '@candor/kernel';
import type { PriceTicks } from '@candor/money';
import { checkSettlement, firstWrongStep, type SettlementInputs } from '@candor/proofs';
import { describe, expect, it } from 'vitest';
import { LiquidationCheck } from '../../apps/verifier/checks/liquidations.ts';
import { PerpetualFillCheck } from '../../apps/verifier/checks/perpetuals.ts';
import { runMarket } from './random-market.ts';
import type { Stage } from './stage.ts';

const TERMS = { unitsPerTickLot: 1_000, scale: 8, price: String };
type Liquidated = PerpetualLiquidatedEvent;
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
    ['perpetualLiquidated', 'closedValue', 'closedValue'],
    ['perpetualLiquidated', 'realisedPnl', 'realisedPnl'],
    ['perpetualLiquidated', 'fee', 'fee'],
    ['perpetualDeleveraged', 'lotsLeft', 'left'],
    ['perpetualDeleveraged', 'realisedPnl', 'realisedPnl'],
  ])('%s with another %s does not', (kind, name, wrong) => {
    const check = checkSettlement(bent(found.get(kind)![0]!, name), TERMS);
    expect(check.ok).toBe(false);
    expect(firstWrongStep(check)?.name).toBe(wrong);
  });

  it('a liquidation with any figure of any fill changed does not', () => {
    let tried = 0;
    for (const inputs of found.get('perpetualLiquidated')!) {
      for (const part of ['steps', 'deleveraged'] as const) {
        const all = JSON.stringify(inputs[part]);
        for (const figure of part === 'steps' ? ['priceTicks', 'lots', 'fee'] : ['priceTicks', 'fee']) {
          const at = all.lastIndexOf(`"${figure}":`);
          if (at < 0 || (part === 'steps' && !all.includes('"fills":[{'))) continue;
          const altered = all.slice(0, at) + all.slice(at).replace(/\d+/, (n) => String(BigInt(n) + 1n));
          const changed = { ...inputs, [part]: JSON.parse(altered) };
          tried += 1;
          const check = checkSettlement(changed, TERMS);
          expect([figure, check.ok]).toEqual([figure, false]);
        }
      }
    }
    expect(tried).toBeGreaterThan(50);
  });

  it('a list that shows another result or fee than the receipt does not', () => {
    const [liquidated] = found.get('perpetualLiquidated')!;
    const shown = { amount: '1.5', fee: '0.5' };
    const names = checkSettlement(liquidated!, { ...TERMS, shown }).steps.filter(({ ok }) => !ok);
    expect(names.map(({ name }) => name)).toEqual(['realisedPnl', 'fee']);
    const [payment] = found.get('perpetualFundingPaid')!;
    expect(checkSettlement(payment!, { ...TERMS, shown }).ok).toBe(false);
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
  function findings(alter: (event: Liquidated) => Liquidated) {
    const found: string[] = [];
    const kinds = new Set<string>();
    let [count, altered] = [0, 0];
    for (let seed = 1; seed <= 6; seed++) {
      const check = new LiquidationCheck();
      const take = ({ events, kernel }: Stage) => {
        const seen = events.map((event) => {
          if (event.type !== 'perpetualLiquidated') return event;
          count += 1;
          kinds.add(event.marginMode);
          kinds.add(event.lotsLeft > 0 ? 'partial' : 'whole');
          if (event.steps.length > 0) kinds.add('in the book');
          if (event.deleveraged.length > 0) kinds.add('against others');
          const other = alter(event);
          if (other !== event) altered += 1;
          return other;
        });
        const envelope = { body: { type: 'tick' } };
        check.see({ envelope, events: seen } as never, kernel, (what) => found.push(what));
      };
      runMarket({ seed, commands: 300, restarts: false, after: take });
    }
    return { found, count, altered, kinds };
  }

  it('follow from their fills', () => {
    const { found, count, kinds } = findings((event) => event);
    expect(found).toEqual([]);
    expect(count).toBeGreaterThan(10);
    for (const kind of ['isolated', 'cross', 'whole', 'in the book', 'against others'])
      expect(kinds).toContain(kind);
  });

  it.each(FIGURES)('with a %s that is one unit off do not', (figure) => {
    const { found, count } = findings((event) => ({ ...event, [figure]: event[figure] + 1n }));
    expect(found.filter((what) => what.includes(`a ${figure} of`)).length).toBe(count);
  });

  it('with a fill of another price than its trade do not', () => {
    const { found, altered } = findings((event) => {
      const [line, ...others] = event.deleveraged;
      if (line === undefined) return event;
      return {
        ...event,
        deleveraged: [{ ...line, priceTicks: (line.priceTicks + 1) as PriceTicks }, ...others],
      };
    });
    expect(altered).toBeGreaterThan(0);
    expect(found.filter((what) => what.includes('other fills')).length).toBe(altered);
  });
});
