import type { MiningRewardRow as Reward } from '@candor/api';
import { Button, DataTable, useText } from '@candor/ui';
import { useState } from 'react';
import { useMasked } from '../common/eye.tsx';
import { ConvertDialog } from './convert-dialog.tsx';
import type { NodeProps } from './node-panel.tsx';
import { useMiningWords } from './use-words.ts';
import { WithdrawDialog } from './withdraw-dialog.tsx';

const STABLE = 'USDT';

/** Claimed income and its two ways out: into USDT, and to the linked wallet. */
export function Rewards({ overview, account }: NodeProps) {
  const text = useText();
  const masked = useMasked();
  const { coins } = useMiningWords();
  const [chosen, setChosen] = useState<{
    readonly act: 'convert' | 'withdraw';
    readonly coin: string;
  } | null>(null);
  const reward = account.rewards.find(({ coin }) => coin === chosen?.coin);
  const close = () => setChosen(null);
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <header>
        <h2 className="text-20 font-semibold">{text('defi.rewards')}</h2>
        <p className="max-w-180 pt-1 text-14 text-ink-2">{text('defi.rewards.text')}</p>
      </header>
      <DataTable<Reward>
        label={text('defi.rewards')}
        density="roomy"
        rows={account.rewards.filter(({ amount }) => /[1-9]/.test(amount))}
        rowKey={({ coin }) => coin}
        emptyTitle={text('defi.rewards.none')}
        emptyText={text('defi.rewards.none.text')}
        columns={[
          {
            head: 'defi.coin',
            card: 'title',
            cell: ({ coin }) => <span className="font-semibold">{coin}</span>,
          },
          {
            head: 'defi.rewards.amount',
            kind: 'figure',
            cell: ({ amount, coin }) => <span className="font-medium">{masked(coins(amount, coin))}</span>,
          },
          {
            head: 'defi.rewards.out',
            kind: 'actions',
            cell: ({ coin }) => (
              <span className="flex justify-end gap-2">
                {coin !== STABLE && (
                  <Button variant="quiet" size="small" onClick={() => setChosen({ act: 'convert', coin })}>
                    {text('defi.convert')} <span className="sr-only">{coin}</span>
                  </Button>
                )}
                <Button variant="quiet" size="small" onClick={() => setChosen({ act: 'withdraw', coin })}>
                  {text('defi.withdraw')} <span className="sr-only">{coin}</span>
                </Button>
              </span>
            ),
          },
        ]}
      />
      {reward !== undefined && chosen?.act === 'convert' && <ConvertDialog reward={reward} onClose={close} />}
      {reward !== undefined && chosen?.act === 'withdraw' && (
        <WithdrawDialog reward={reward} overview={overview} account={account} onClose={close} />
      )}
    </section>
  );
}
