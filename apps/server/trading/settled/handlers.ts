import type { CallData, Calls, settledCalls } from '@candor/api';
import { formatDecimal, parseDecimal } from '@candor/money';
import { DAY_MS } from '@candor/prices';
import type { Db } from '../../base/database/index.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import type { History, MarketSource } from '../../engine/ports.ts';
import type { Handlers } from '../../gateway/http/context.ts';
import { completedSince } from '../../money/withdrawals/index.ts';
import { countAccounts } from '../../users/identity/index.ts';
import type { PerpetualFollower } from '../perpetual/index.ts';
import { type ContractFees, settledContractFeeOf } from './contract-fees.ts';
import { settledFillOf, settledSecondOf } from './rows.ts';
import type { TickChain } from './tick-chain.ts';

const SECONDS_SHOWN = 6;
const FILLS_SHOWN = 12;
const RESULTS_COUNTED = 1_000;
const WITHDRAWALS_DAYS = 30;
/** Counting reads many rows: one count serves everybody for so long. */
const COUNTED_FOR_MS = 60_000;
/** Decimals of a volume in USDT. */
const VOLUME_SCALE = 2;

type Statistics = CallData<Calls['getStatistics']>;

export interface SettledNeeds {
  readonly core: Pick<CoreLink, 'status'>;
  readonly catalogues: CatalogueFollower;
  readonly history: Pick<History, 'spot' | 'seconds'>;
  readonly market: Pick<MarketSource, 'tickers'>;
  readonly tickChain: TickChain;
  readonly contractFees: ContractFees;
  readonly perpetualListings: PerpetualFollower;
  readonly settledDb: Db;
  readonly now: () => number;
}

export function settledHandlers(needs: SettledNeeds): Handlers<typeof settledCalls> {
  const { core, catalogues, history, market, tickChain, contractFees, perpetualListings, settledDb, now } =
    needs;
  let counted: { readonly until: number; readonly statistics: Promise<Statistics> } | null = null;

  async function count(): Promise<Statistics> {
    const countedTime = now();
    const symbols = catalogues.current().symbols;
    const names = new Set(symbols.map(({ name }) => name));
    const [fills24h, results, accounts, withdrawals] = await Promise.all([
      history.spot.tradesSince(
        symbols.map(({ symbolId }) => symbolId),
        countedTime - DAY_MS,
      ),
      history.seconds.lastResults(RESULTS_COUNTED),
      countAccounts(settledDb),
      completedSince(settledDb, countedTime - WITHDRAWALS_DAYS * DAY_MS),
    ]);
    let volume = 0n;
    for (const { symbol, ownQuoteVolume24h } of market.tickers())
      if (names.has(symbol)) volume += parseDecimal(ownQuoteVolume24h, VOLUME_SCALE) ?? 0n;
    const number = (result: keyof Statistics['seconds']) => results.get(result) ?? 0;
    return {
      journalSeq: core.status().committedSeq,
      chainedTicks: tickChain.newestNo(),
      fills24h,
      ownVolume24h: formatDecimal(volume, VOLUME_SCALE),
      seconds: { won: number('won'), lost: number('lost'), even: number('even'), void: number('void') },
      accounts,
      withdrawals30d: withdrawals,
      countedTime,
    };
  }

  return {
    getTickChain: ({ query }) => ({ records: tickChain.after(query.after ?? 0), time: now() }),
    async getSettled() {
      const catalogue = catalogues.current();
      const [seconds, trades] = await Promise.all([
        history.seconds.lastEnded(SECONDS_SHOWN),
        history.spot.lastTrades(FILLS_SHOWN),
      ]);
      return {
        seconds: seconds
          .map((record) => settledSecondOf(catalogue, record))
          .filter((second) => second !== null)
          .toSorted((left, right) => right.seq - left.seq),
        fills: trades.map((trade) => settledFillOf(catalogue, trade)),
        contractFees: contractFees
          .list()
          .map((fee) => settledContractFeeOf(catalogue, perpetualListings.current(), fee)),
        time: now(),
      };
    },
    getStatistics() {
      const timeMs = now();
      if (counted === null || timeMs >= counted.until) {
        const statistics = count();
        const mine = { until: timeMs + COUNTED_FOR_MS, statistics };
        counted = mine;
        statistics.catch(() => {
          if (counted === mine) counted = null;
        });
      }
      return counted.statistics;
    },
  };
}
