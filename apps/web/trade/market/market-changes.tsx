import type { MarketChangeRow } from '@candor/api';
import { Dialog, IconButton, useFormatters, useRecords, useText } from '@candor/ui';
import { History } from 'lucide-react';
import { useState } from 'react';
import { ChangeList, type PublishedChange } from '../../common/change-list.tsx';
import { queryKeys, useClient } from '../../data/index.ts';
import type { TradeMarket } from './trade-market.ts';

const PAGE_SIZE = 20;

/** Returns the changes to a market, newest first. They are fetched again when its state changes. */
function useMarketChanges({ symbol, state, stateReason }: TradeMarket) {
  const client = useClient();
  return useRecords<MarketChangeRow>({
    queryKey: [...queryKeys.marketChanges(symbol), state, stateReason],
    load: (cursor) =>
      client.call('getMarketChanges', {
        params: { symbol },
        query: { pageSize: String(PAGE_SIZE), ...(cursor === null ? {} : { cursor }) },
      }),
  });
}

/** Returns a function that reads a change as it is listed. */
function useReadChange() {
  const text = useText();
  const format = useFormatters();
  const band = (percent: string | null) => {
    if (percent === null) return '–';
    return percent === '0' ? text('trade.changes.unlimited') : `±${format.percent(percent)}`;
  };
  return ({ kind, before, after, ...row }: MarketChangeRow): PublishedChange => {
    const title = () => {
      if (kind === 'listed') return text('trade.changes.listed');
      if (kind === 'price-band') return text('trade.stat.band');
      if (kind === 'limits' || kind === 'tiers') return text(`trade.changes.${kind}`);
      return text(`trade.changes.state.${after.state ?? 'trading'}`);
    };
    const isBand = before.priceBandPercent !== after.priceBandPercent;
    const values =
      (kind === 'price-band' || kind === 'limits') && isBand
        ? `${band(before.priceBandPercent)} → ${band(after.priceBandPercent)}`
        : null;
    return { ...row, title: title(), values };
  };
}

function Changes({ market, label }: { readonly market: TradeMarket; readonly label: string }) {
  const { query, rows } = useMarketChanges(market);
  const read = useReadChange();
  return <ChangeList label={label} query={query} changes={rows?.map(read) ?? null} />;
}

/** A button that opens when a market was listed, halted and reopened and when its terms changed, and why. */
export function MarketChanges({ market }: { readonly market: TradeMarket }) {
  const text = useText();
  const [open, setOpen] = useState(false);
  const title = text('trade.changes.title', { market: market.name });
  return (
    <>
      <IconButton
        size="small"
        label={text('trade.changes.open')}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <History aria-hidden="true" className="size-4" strokeWidth={1.75} />
      </IconButton>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={title}
        width="wide"
        description={text('trade.changes.text')}
      >
        <Changes market={market} label={title} />
      </Dialog>
    </>
  );
}
