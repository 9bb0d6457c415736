import type { Command } from '@candor/kernel';
import { type Amount, parseDecimal } from '@candor/money';
import type { LoanTerms } from '@candor/rules';
import type { CoreLink } from '../../engine/core/index.ts';

const POOL = '100000';
const LEAST = '20';
const MOST = '20000';
const FIRST_FUNDING = 'First funding of the practice pool, out of practice custody';
const FIRST_OFFER = 'First offer of practice loans';

/** The same of all offers: half as much again a day on what is overdue, up to a tenth of an instalment. */
const OVERDUE = { overduePpm: 450, overdueCapPpm: 100_000 } as const;
const OFFERS: readonly LoanTerms[] = [
  { method: 'maturity', cycle: 'day', cycleCount: 30, instalments: 1, dailyPpm: 300, ...OVERDUE },
  { method: 'interestFirst', cycle: 'day', cycleCount: 7, instalments: 4, dailyPpm: 300, ...OVERDUE },
  { method: 'equal', cycle: 'month', cycleCount: 1, instalments: 3, dailyPpm: 300, ...OVERDUE },
];

/**
 * Opens power loans on a practice journal that has none yet: the pool out of practice custody, then its offers. What an
 * operator adds or closes afterwards stays. A real journal is left alone.
 */
export async function openLoansForPractice(core: CoreLink): Promise<void> {
  const { mode, isOpen, asset } = await core.ask('loansToOpen');
  if (mode !== 'practice' || isOpen || asset === null) return;
  const { assetId, scale } = asset;
  const coins = (decimal: string): Amount => {
    const units = parseDecimal(decimal, scale);
    if (units === null) throw new RangeError(`"${decimal}" is no amount`);
    return units as Amount;
  };
  const bodies: Command[] = [
    { type: 'fundLoanPool', assetId, amount: coins(POOL), fromUserId: 0, reason: FIRST_FUNDING },
    ...OFFERS.map(
      (terms): Command => ({
        type: 'offerLoan',
        assetId,
        ...terms,
        minAmount: coins(LEAST),
        maxAmount: coins(MOST),
        opensMs: 0,
        reason: FIRST_OFFER,
      }),
    ),
  ];
  for (const [at, body] of bodies.entries()) {
    // With a key, so that a start that was cut short does not fund the pool twice.
    const { outcome } = await core.submit({
      userId: 0,
      key: `first-loans:${at}:`,
      bodyHash: body.type,
      body,
    });
    if (!outcome.ok) throw new Error(`the journal refused ${body.type}: ${outcome.code}`);
  }
}
