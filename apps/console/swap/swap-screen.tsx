import type { OperatorSwaps } from '@candor/api';
import { Badge, Button, useFormatters, useText } from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useConsole } from '../data/session.ts';
import { usePercent } from '../earn/percent.ts';
import { LiveScreen } from '../shell/live-screen.tsx';
import { RowAct } from '../shell/row-act.tsx';
import { Section } from '../shell/section.tsx';
import { TableSection } from '../shell/table-section.tsx';
import { SWAPS_KEY, type SwapAct, type SwapCoin, SwapDialog } from './dialogs.tsx';

const REFRESH_MS = 2_000;

/** Swaps: the switch of all, and the terms, limits and inventory of each coin. */
export function SwapScreen() {
  const { client } = useConsole();
  const [act, setAct] = useState<SwapAct | null>(null);
  const query = useQuery({
    queryKey: SWAPS_KEY,
    queryFn: () => client.call('getOperatorSwaps'),
    refetchInterval: REFRESH_MS,
  });
  return (
    <LiveScreen query={query} failedTitle="console.swap.failed">
      {(data) => (
        <>
          <State data={data} onAct={setAct} />
          <Coins data={data} onAct={setAct} />
          {act !== null && <SwapDialog act={act} data={data} onClose={() => setAct(null)} />}
        </>
      )}
    </LiveScreen>
  );
}

interface PartProps {
  readonly data: OperatorSwaps;
  readonly onAct: (act: SwapAct) => void;
}

function State({ data, onAct }: PartProps) {
  const text = useText();
  const halted = data.state === 'halted';
  return (
    <Section title={text('console.swap.state')}>
      <p className="flex flex-wrap items-center gap-3 text-14 wrap-anywhere">
        <Badge tone={halted ? 'warn' : 'neutral'}>
          {text(`console.shell.state.${halted ? 'halted' : 'trading'}`)}
        </Badge>
        {data.stateReason}
      </p>
      <Button variant="quiet" className="self-start" onClick={() => onAct({ kind: 'state' })}>
        {text(halted ? 'console.swap.reopen' : 'console.swap.halt')}
      </Button>
      <p className="max-w-180 text-13 text-ink-3">{text('console.swap.note')}</p>
    </Section>
  );
}

function Coins({ data, onAct }: PartProps) {
  const text = useText();
  const format = useFormatters();
  const percent = usePercent();
  const acts = [
    ['terms', 'console.swap.terms'],
    ['move', 'console.swap.move'],
  ] as const;
  return (
    <TableSection<SwapCoin>
      title={text('console.swap.inventory')}
      label={text('console.shell.screen.swap')}
      rows={data.coins}
      rowKey={({ assetId }) => assetId}
      emptyTitle={text('console.swap.none')}
      columns={[
        { head: 'console.swap.coin', card: 'title', cell: ({ coin }) => coin },
        {
          head: 'console.shell.state',
          card: 'corner',
          cell: ({ priced }) => (
            <Badge tone={priced ? 'neutral' : 'warn'}>
              {text(priced ? 'console.swap.priced' : 'console.swap.unpriced')}
            </Badge>
          ),
        },
        {
          head: 'console.swap.spread',
          kind: 'figure',
          cell: ({ spreadPercent }) => percent(spreadPercent),
        },
        {
          head: 'console.swap.bounds',
          kind: 'figure',
          cell: ({ minAmount, maxAmount }) => `${format.quantity(minAmount)}–${format.quantity(maxAmount)}`,
        },
        {
          head: 'console.swap.inventory',
          kind: 'figure',
          cell: ({ inventory, maxInventory }) =>
            `${format.quantity(inventory)} / ${format.quantity(maxInventory)}`,
        },
        {
          head: 'console.swap.promised',
          kind: 'figure',
          quiet: true,
          cell: ({ promised }) => format.quantity(promised),
        },
        {
          head: 'console.shell.actions',
          kind: 'actions',
          cell: (coin) =>
            acts.map(([kind, label]) => (
              <RowAct key={kind} of={coin.coin} label={text(label)} onClick={() => onAct({ kind, coin })} />
            )),
        },
      ]}
    />
  );
}
