import type { LinkedWalletRow } from '@candor/api';
import {
  ActMessage,
  Button,
  ConfirmDialog,
  Detail,
  DetailList,
  useAct,
  useFormatters,
  useText,
} from '@candor/ui';
import { useState } from 'react';
import { CopiedAddress, GroupedAddress } from '../common/grouped-address.tsx';
import { HashDetail } from '../common/hash-detail.tsx';
import { useClient } from '../data/index.ts';
import type { MiningOverview } from './gears-table.tsx';
import { useMiningChanged } from './use-mining.ts';
import { WalletChange } from './wallet-change.tsx';
import type { MiningAccount } from './wallet-steps.tsx';

/** Asks before a wallet is unlinked. */
function UnlinkDialog({ address, onClose }: { readonly address: string; readonly onClose: () => void }) {
  const text = useText();
  const client = useClient();
  const onSettled = useMiningChanged();
  const act = useAct({
    mutationFn: (_, sending) => client.call('unlinkWallet', { body: { address } }, sending),
    saysDone: true,
    onSuccess: onClose,
    onSettled,
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={text('defi.unlink.title')}
      confirm={text('defi.unlink')}
      dismiss={text('ui.cancel')}
      loading={act.isPending}
      onConfirm={() => act.mutate()}
    >
      <p className="text-14">
        <GroupedAddress address={address} />
      </p>
      <p className="text-14 text-ink-2">{text('defi.unlink.text')}</p>
      <ActMessage phase={act.phase} error={act.error} />
    </ConfirmDialog>
  );
}

interface WalletPanelProps {
  readonly wallet: LinkedWalletRow;
  readonly overview: MiningOverview;
  readonly account: MiningAccount;
}

/** The linked wallet: its address, its join, and how it is unlinked, or why it stays. */
export function WalletPanel({ wallet, overview, account }: WalletPanelProps) {
  const text = useText();
  const format = useFormatters();
  const [asks, setAsks] = useState(false);
  const { join } = account;
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <h2 className="text-20 font-semibold">{text('defi.linked')}</h2>
      <DetailList ruled className="border-y text-14!">
        <Detail label={text('defi.address')} wraps>
          <CopiedAddress address={wallet.address} />
        </Detail>
        <Detail label={text('defi.linked.kind')} wraps>
          {text(`defi.wallets.${wallet.kind}`)}
        </Detail>
        <Detail label={text('defi.linked.since')}>{format.dateTime(wallet.time)}</Detail>
        {account.joinedTime !== null && (
          <Detail label={text('defi.joined')}>{format.dateTime(account.joinedTime)}</Detail>
        )}
        {join?.state === 'joined' && <HashDetail label={text('defi.join.hash')} hash={join.hash} />}
      </DetailList>
      {wallet.bound === null ? (
        <Button variant="quiet" className="self-start" onClick={() => setAsks(true)}>
          {text('defi.unlink')}
        </Button>
      ) : (
        <p className="text-13 text-ink-2">{text(`defi.bound.${wallet.bound}`)}</p>
      )}
      {wallet.bound === 'joined' && <WalletChange overview={overview} account={account} />}
      {asks && <UnlinkDialog address={wallet.address} onClose={() => setAsks(false)} />}
    </section>
  );
}
