import type { Mode } from '@candor/kernel';
import { sql } from 'kysely';
import type { Db } from '../../base/database/index.ts';
import { type Look, type Reading, timestampOf } from '../../base/metrics/index.ts';
import { chainsOf } from '../chains/index.ts';
import { treasuryTermsOf } from './terms.ts';

/** Shows the newest comparisons of ledger and chains, and open alarms, as metrics. */
export function treasuryLook(db: Db, mode: () => Mode): Look {
  const labels = ['chain', 'coin'];
  return {
    subject: 'treasury',
    gauges: {
      custody_alarms: { help: 'Open alarms of custody, by chain and kind', labels: ['chain', 'kind'] },
      custody_report_timestamp_seconds: { help: 'Time of the newest comparison of a coin', labels },
      custody_shortage_units: { help: 'Units of the ledger that custody lacks on its chain', labels },
      custody_unexplained_units: { help: 'Units of the ledger that nothing explains', labels },
      hot_wallet_coins: { help: 'Coins in the hot wallet at the newest comparison', labels },
      hot_wallet_least_coins: { help: 'Coins that the hot wallet should hold at least', labels },
      hot_wallet_most_coins: { help: 'Coins that the hot wallet should hold at most', labels },
    },
    read: async () => [...(await alarms(db)), ...(await reports(db, mode()))],
  };
}

async function alarms(db: Db): Promise<Reading[]> {
  const { rows } = await sql<{ chain: string; kind: string; count: number }>`
    select chain, kind, (count(*) filter (where ended_at is null))::int as count
    from treasury.alarm group by chain, kind`.execute(db);
  return rows.map(({ chain, kind, count }) => ({
    gauge: 'custody_alarms',
    labels: { chain, kind },
    value: count,
  }));
}

async function reports(db: Db, mode: Mode): Promise<Reading[]> {
  const { rows } = await sql<{
    chain: string;
    coin: string;
    at: Date;
    shortage: bigint | null;
    unexplained: bigint;
    hot: string;
  }>`
    select distinct on (chain, coin) chain, coin, at, shortage, unexplained, hot::text
    from treasury.report order by chain, coin, report_no desc`.execute(db);
  return rows.flatMap(({ chain, coin, at, shortage, unexplained, hot }) => {
    const labels = { chain, coin };
    const terms = treasuryTermsOf(coin);
    const listed = chainsOf(mode).find(({ key }) => key === chain);
    const asset = listed?.assets.find(({ code }) => code === coin);
    return [
      { gauge: 'custody_report_timestamp_seconds', labels, value: timestampOf(at) },
      { gauge: 'custody_shortage_units', labels, value: Number(shortage ?? 0) },
      { gauge: 'custody_unexplained_units', labels, value: Number(unexplained) },
      ...(asset === undefined
        ? []
        : [{ gauge: 'hot_wallet_coins', labels, value: Number(hot) / 10 ** asset.decimals }]),
      ...(terms === null
        ? []
        : [
            { gauge: 'hot_wallet_least_coins', labels, value: Number(terms.hotLeast) },
            { gauge: 'hot_wallet_most_coins', labels, value: Number(terms.hotMost) },
          ]),
    ];
  });
}
