import { networkNameOf, useFormatters, useText } from '@candor/ui';
import { RowAct } from '../shell/row-act.tsx';
import { TableSection } from '../shell/table-section.tsx';
import type { StoppedWallet } from './resumption-words.ts';

interface StoppedWalletsProps {
  readonly rows: readonly StoppedWallet[];
  readonly onResume: (wallet: StoppedWallet) => void;
}

/** The wallets that sign nothing until two operators resume them; nothing where there is none. */
export function StoppedWallets({ rows, onResume }: StoppedWalletsProps) {
  const text = useText();
  const format = useFormatters();
  if (rows.length === 0) return null;
  return (
    <TableSection<StoppedWallet>
      title={text('console.custody.wallets')}
      rows={rows}
      rowKey={({ network }) => network}
      emptyTitle={text('console.custody.none')}
      columns={[
        { head: 'console.custody.hot', card: 'title', cell: ({ network }) => networkNameOf(text, network) },
        {
          head: 'console.custody.address',
          wraps: true,
          card: 'line',
          cell: ({ address }) => (
            <code className="inline-block text-12 break-all text-balance">{address}</code>
          ),
        },
        {
          head: 'console.custody.wallet.detail',
          wraps: true,
          card: 'line',
          cell: ({ detail }) => (
            <code className="inline-block text-12 wrap-anywhere text-balance">{detail}</code>
          ),
        },
        { head: 'console.custody.wallet.replaced', kind: 'figure', cell: ({ replaced }) => replaced },
        { head: 'console.shell.time', kind: 'time', cell: ({ time }) => format.dateTime(time) },
        {
          head: 'console.shell.actions',
          kind: 'actions',
          cell: (wallet) => (
            <RowAct
              of={networkNameOf(text, wallet.network)}
              label={text('console.custody.resume')}
              onClick={() => onResume(wallet)}
            />
          ),
        },
      ]}
    />
  );
}
