import type { AssetInfo, Command } from '@candor/kernel';
import { type Amount, parseDecimal } from '@candor/money';
import type { CoreLink } from '../../engine/core/index.ts';

/** The coin of mining in practice mode: its chain is there, so that rewards reach the linked wallet. */
const COIN = 'ETH';
/** Whole coins that the pool begins with, and the gears: from an amount on, parts per million a day. */
const POOL = '100';
const GEARS = [
  { least: '0.1', dailyPpm: 300 },
  { least: '1', dailyPpm: 400 },
  { least: '5', dailyPpm: 500 },
] as const;
const FIRST_FUNDING = 'First funding of the practice pool, out of practice custody';

/**
 * Opens mining on a practice journal that has none yet: gears, then the pool out of practice custody. What an operator changes
 * afterwards stays. A real journal is left alone.
 */
export async function openMiningForPractice(core: CoreLink): Promise<void> {
  const { mode, known, assets } = await core.ask('miningToOpen');
  const asset = assets.find(({ code }) => code === COIN);
  if (mode !== 'practice' || asset === undefined || known.has(asset.assetId)) return;
  for (const [at, body] of commandsOf(asset).entries()) {
    // With a key, so that a start that was cut short does not fund the pool twice.
    const key = `first-mining:${asset.assetId}.${at}:`;
    const { outcome } = await core.submit({ userId: 0, key, bodyHash: body.type, body });
    if (!outcome.ok) throw new Error(`the journal refused ${body.type}: ${outcome.code}`);
  }
}

function commandsOf({ assetId, scale }: AssetInfo): Command[] {
  const coins = (decimal: string): Amount => {
    const units = parseDecimal(decimal, scale);
    if (units === null) throw new RangeError(`"${decimal}" is no amount`);
    return units as Amount;
  };
  const gears = GEARS.map(({ least, dailyPpm }) => ({ minAmount: coins(least), dailyPpm }));
  return [
    { type: 'setMiningTerms', assetId, gears },
    { type: 'fundMining', assetId, amount: coins(POOL), fromUserId: 0, reason: FIRST_FUNDING },
  ];
}
