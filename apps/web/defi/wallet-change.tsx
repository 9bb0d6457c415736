import { MINING_WALLET_WAIT_MS, type WalletChangeRow } from '@candor/api';
import { ActMessage, Button, Detail, DetailList, toasts, useAct, useFormatters, useText } from '@candor/ui';
import { CopiedAddress } from '../common/grouped-address.tsx';
import { useKnownNow } from '../common/use-now.ts';
import { useClient } from '../data/index.ts';
import type { MiningOverview } from './gears-table.tsx';
import { JoinStep } from './join-step.tsx';
import { signLogin } from './sign-login.ts';
import { useMiningChanged } from './use-mining.ts';
import { useWalletAsk } from './use-wallet-ask.ts';
import { WalletList } from './wallet-list.tsx';
import type { MiningAccount } from './wallet-steps.tsx';
import type { Wallet } from './wallets.ts';

const DAY_MS = 86_400_000;
const days = String(MINING_WALLET_WAIT_MS / DAY_MS);

interface WalletChangeProps {
  readonly overview: MiningOverview;
  readonly account: MiningAccount;
}

/** Another wallet for whoever lost the joined one: how it is asked for, how long it waits, and its join. */
export function WalletChange({ overview, account }: WalletChangeProps) {
  const { walletChange } = account;
  return walletChange === null ? (
    <AskForChange />
  ) : (
    <Waiting overview={overview} account={account} change={walletChange} />
  );
}

function AskForChange() {
  const text = useText();
  const client = useClient();
  const asking = useWalletAsk();
  const onSettled = useMiningChanged();
  const act = useAct<WalletChangeRow, Awaited<ReturnType<typeof signLogin>>>({
    mutationFn: (body, sending) => client.call('changeMiningWallet', { body }, sending),
    onSuccess: () => void toasts.success(text('defi.change.asked', { days })),
    onSettled,
  });
  const ask = async (wallet: Wallet) => {
    const signed = await asking.ask(() => signLogin(client, wallet));
    if (signed !== null) act.mutate(signed);
  };
  return (
    <details className="text-14">
      <summary className="cursor-pointer text-ink-2 touch:min-h-11 touch:py-3">{text('defi.change')}</summary>
      <div className="flex flex-col gap-3 pt-3">
        <p className="max-w-150 text-ink-2">{text('defi.change.text', { days })}</p>
        <WalletList disabled={asking.isAsking || act.isPending} onChoose={(wallet) => void ask(wallet)} />
        {asking.isAsking && (
          <p role="status" className="text-13 text-ink-2">
            {text('defi.wallet.asking')}
          </p>
        )}
        <ActMessage phase={act.phase} error={asking.error ?? act.error} problem={asking.problem} />
      </div>
    </details>
  );
}

function Waiting({ overview, account, change }: WalletChangeProps & { readonly change: WalletChangeRow }) {
  const text = useText();
  const format = useFormatters();
  const client = useClient();
  const onSettled = useMiningChanged();
  const now = useKnownNow() ?? account.time;
  const act = useAct({
    mutationFn: (_, sending) => client.call('cancelMiningWallet', {}, sending),
    onSuccess: () => void toasts.success(text('defi.change.cancelled')),
    onSettled,
  });
  const { address, time, opensTime } = change;
  const { join } = account;
  const wallet = {
    address,
    chainId: overview.registry?.chainId ?? 0,
    kind: 'plain',
    time,
    bound: null,
  } as const;
  return (
    <section aria-label={text('defi.change.waits')} className="flex min-w-0 flex-col gap-3 pt-3">
      <h3 className="text-16 font-semibold">{text('defi.change.waits')}</h3>
      <DetailList ruled className="border-y text-14!">
        <Detail label={text('defi.address')} wraps>
          <CopiedAddress address={address} />
        </Detail>
        <Detail label={text('defi.change.opens')}>{format.dateTime(opensTime)}</Detail>
      </DetailList>
      {opensTime <= now && (
        <JoinStep overview={overview} wallet={wallet} join={join?.address === address ? join : null} />
      )}
      <Button variant="quiet" className="self-start" loading={act.isPending} onClick={() => act.mutate()}>
        {text('defi.change.cancel')}
      </Button>
      <ActMessage phase={act.phase} error={act.error} />
    </section>
  );
}
