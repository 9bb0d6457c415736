import type { MarketRow } from '@candor/api';
import { CoinIcon, FlashCell, Sparkline, useFormatters } from '@candor/ui';
import { useSparkline, useTicker } from '../data/index.ts';

/** The moving figures of a market: live where they have come, else as in the list. */
export interface LiveFigures {
  readonly last: string | null;
  readonly changePercent: string | null;
  readonly high: string | null;
  readonly low: string | null;
  /** Quote units of 24 hours at the venues. */
  readonly turnover: string | null;
}

export function useLiveFigures(market: MarketRow): LiveFigures {
  const ticker = useTicker(market.symbol);
  return {
    last: ticker?.last ?? market.close,
    changePercent: ticker?.changePercent24h ?? market.zdf,
    high: ticker?.high24h ?? market.high24,
    low: ticker?.low24h ?? market.low24,
    turnover: ticker?.quoteVolume24h ?? market.amount,
  };
}

/** A coin by its sign, code and name. */
export function CoinName({ market, pair = false }: { market: MarketRow; pair?: boolean }) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      <CoinIcon coin={market.base_symbol} />
      <span className="flex min-w-0 items-baseline gap-2">
        <span className="font-semibold whitespace-nowrap">
          {market.base_symbol}
          {pair && <span className="font-normal text-ink-3">/{market.quote_symbol}</span>}
        </span>
        <span className="truncate text-ink-3 max-sm:hidden">{market.base_name}</span>
      </span>
    </span>
  );
}

/** The last price; washed for a beat when it has moved. */
export function LastPrice({ market, last }: { market: MarketRow; last: string | null }) {
  const formatters = useFormatters();
  return <FlashCell value={last}>{formatters.price(last, market.full_cou)}</FlashCell>;
}

/** Seven days in one line, coloured by its own course; empty until they have come. */
export function WeekSparkline({ market, width = 96 }: { market: MarketRow; width?: number }) {
  const { data: closes } = useSparkline(market.symbol);
  if (closes === undefined || closes.length < 2) return null;
  return <Sparkline points={closes.map(Number)} width={width} height={28} className="align-middle" />;
}
