import type { AssetInfo, Command } from '@candor/kernel';
import { type Amount, parseDecimal } from '@candor/money';
import type { CoreLink } from '../../engine/core/index.ts';

/** Offers of a coin in practice mode: amounts in whole coins, and what its pool begins with. */
interface Offered {
  readonly pool: string;
  readonly least: string;
  /** The most of one order, of one user and of all. */
  readonly most: string;
  readonly ofUser: string;
  readonly ofAll: string;
  readonly offers: readonly { readonly cycleDays: number; readonly dailyPpm: number }[];
}

const OFFERED: Readonly<Record<string, Offered>> = {
  USDT: {
    pool: '100000',
    least: '10',
    most: '100000',
    ofUser: '200000',
    ofAll: '2000000',
    offers: [
      { cycleDays: 7, dailyPpm: 300 },
      { cycleDays: 30, dailyPpm: 400 },
    ],
  },
  BTC: {
    pool: '1',
    least: '0.001',
    most: '5',
    ofUser: '10',
    ofAll: '100',
    offers: [{ cycleDays: 30, dailyPpm: 100 }],
  },
};
/** An order that is redeemed early keeps half of the interest of whole days. */
const EXIT_PPM = 500_000;
const FIRST_FUNDING = 'First funding of the practice pool, out of practice custody';
const FIRST_OFFER = 'First offer of practice staking';

/**
 * Opens staking on a practice journal that has none yet: the pool of each coin out of practice custody, then its offers.
 * An operator’s later changes stay. A real journal is left alone.
 */
export async function openStakingForPractice(core: CoreLink): Promise<void> {
  const { mode, known, assets } = await core.ask('stakingToOpen');
  if (mode !== 'practice') return;
  for (const asset of assets) {
    const offered = OFFERED[asset.code];
    if (offered === undefined || known.has(asset.assetId)) continue;
    for (const [at, body] of commandsOf(asset, offered).entries()) {
      // With a key, so that a start that was cut short does not fund a pool twice.
      const key = `first-staking:${asset.assetId}.${at}:`;
      const { outcome } = await core.submit({ userId: 0, key, bodyHash: body.type, body });
      if (!outcome.ok) throw new Error(`the journal refused ${body.type}: ${outcome.code}`);
    }
  }
}

function commandsOf({ assetId, scale }: AssetInfo, offered: Offered): Command[] {
  const coins = (decimal: string): Amount => {
    const units = parseDecimal(decimal, scale);
    if (units === null) throw new RangeError(`"${decimal}" is no amount`);
    return units as Amount;
  };
  return [
    { type: 'fundStaking', assetId, amount: coins(offered.pool), fromUserId: 0, reason: FIRST_FUNDING },
    ...offered.offers.map(
      (offer): Command => ({
        type: 'offerStaking',
        assetId,
        ...offer,
        minAmount: coins(offered.least),
        maxAmount: coins(offered.most),
        userCapAmount: coins(offered.ofUser),
        capAmount: coins(offered.ofAll),
        exitPpm: EXIT_PPM,
        opensMs: 0,
        reason: FIRST_OFFER,
      }),
    ),
  ];
}
