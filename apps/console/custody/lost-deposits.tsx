import type { LostDeposit } from '@candor/api';
import { Badge, Button, DataTable, TextField, useFormatters, useText } from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useConsole } from '../data/session.ts';
import { Section } from '../shell/section.tsx';

const HASH = /^0x[0-9a-fA-F]{64}$/;

/** Transfers that no user was credited for, and a look-up by transaction: what is found nowhere went to another network. */
export function LostDeposits() {
  const { client } = useConsole();
  const text = useText();
  const format = useFormatters();
  const [typed, setTyped] = useState('');
  const [transaction, setTransaction] = useState<string | undefined>(undefined);
  const [isWrong, setWrong] = useState(false);
  const query = useQuery({
    queryKey: ['custody', 'lost', transaction ?? ''],
    queryFn: () =>
      client.call('getLostDeposits', { query: transaction === undefined ? {} : { transaction } }),
  });
  const lookUp = (): void => {
    const hash = typed.trim();
    const isHash = hash === '' || HASH.test(hash);
    setWrong(!isHash);
    if (isHash) setTransaction(hash === '' ? undefined : hash);
  };
  return (
    <Section title={text('console.custody.lost')}>
      <p className="max-w-180 text-13 text-ink-3">{text('console.custody.lost.note')}</p>
      <form
        className="flex max-w-180 flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          lookUp();
        }}
      >
        <div className="min-w-64 flex-1">
          <TextField
            label={text('console.custody.transaction')}
            value={typed}
            onValueChange={setTyped}
            autoComplete="off"
            maxLength={80}
            {...(isWrong ? { error: text('console.custody.lost.hash') } : {})}
          />
        </div>
        <Button type="submit" variant="quiet">
          {text('console.custody.lost.lookUp')}
        </Button>
      </form>
      <DataTable<LostDeposit>
        label={text('console.custody.lost')}
        density="roomy"
        rows={query.data ?? null}
        query={query}
        failedTitle={text('console.custody.failed')}
        rowKey={({ id }) => id}
        emptyTitle={text(transaction === undefined ? 'console.custody.none' : 'console.custody.lost.notHere')}
        columns={[
          {
            head: 'console.custody.amount',
            card: 'title',
            kind: 'figure',
            cell: ({ amount, coin, contract }) => `${format.quantity(amount)} ${coin ?? contract ?? ''}`,
          },
          {
            head: 'console.custody.lost.kind',
            card: 'corner',
            cell: ({ kind }) => (
              <Badge tone={kind === 'known' ? 'neutral' : 'warn'}>
                {text(`console.custody.lost.kind.${kind}`)}
              </Badge>
            ),
          },
          {
            head: 'console.custody.lost.transfers',
            kind: 'figure',
            quiet: true,
            cell: ({ transfers }) => transfers,
          },
          { head: 'console.custody.user', kind: 'figure', cell: ({ userId }) => userId ?? '–' },
          {
            head: 'console.custody.transaction',
            quiet: true,
            wraps: true,
            card: 'line',
            cell: (row) => (
              <code className="inline-block text-12 break-all text-balance">{row.transaction}</code>
            ),
          },
          { head: 'console.custody.block', kind: 'figure', quiet: true, cell: ({ block }) => block },
          { head: 'console.shell.time', kind: 'time', cell: ({ time }) => format.dateTime(time) },
        ]}
      />
    </Section>
  );
}
