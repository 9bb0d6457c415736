import type { CallData, Calls, LinkedWalletRow } from '@candor/api';
import { ActMessage, Badge, cx, toasts, useAct, useText } from '@candor/ui';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { GroupedAddress } from '../common/grouped-address.tsx';
import { useClient } from '../data/index.ts';
import type { MiningOverview } from './gears-table.tsx';
import { JoinStep } from './join-step.tsx';
import { signLogin } from './sign-login.ts';
import { useMiningChanged } from './use-mining.ts';
import { useWalletAsk } from './use-wallet-ask.ts';
import { WalletList } from './wallet-list.tsx';
import type { Wallet } from './wallets.ts';

export type MiningAccount = CallData<Calls['getMiningAccount']>;

interface StepProps {
  readonly number: number;
  readonly title: string;
  readonly state: 'done' | 'now' | 'later';
  readonly isLast?: boolean;
  readonly children?: ReactNode;
}

/** A step of the way to a node: done, the one to do now, or a later one. */
function Step({ number, title, state, isLast = false, children }: StepProps) {
  const text = useText();
  return (
    <li aria-current={state === 'now' ? 'step' : undefined} className="relative flex gap-4 pb-8 last:pb-0">
      {!isLast && <span aria-hidden="true" className="absolute top-9 bottom-1 left-4 w-px bg-line" />}
      <span
        aria-hidden="true"
        className={cx(
          'figure flex size-8 shrink-0 items-center justify-center rounded-full text-14 font-semibold',
          state === 'now' ? 'bg-accent text-on-accent' : 'border',
          state === 'later' && 'text-ink-3',
        )}
      >
        {state === 'done' ? <Check className="size-4 text-accent" strokeWidth={2.5} /> : number}
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-3 pt-1">
        <h2 className={cx('text-16 font-semibold', state === 'later' && 'text-ink-3')}>
          {title}
          {state === 'done' && <span className="sr-only">, {text('defi.step.done')}</span>}
        </h2>
        {children}
      </div>
    </li>
  );
}

/** Signs the text that the server issued, and links the wallet by it. */
function LinkStep() {
  const text = useText();
  const client = useClient();
  const asking = useWalletAsk();
  const onSettled = useMiningChanged();
  const act = useAct<LinkedWalletRow, { readonly message: string; readonly signature: string }>({
    mutationFn: (body, sending) => client.call('linkWallet', { body }, sending),
    onSuccess: () => void toasts.success(text('defi.link.done')),
    onSettled,
  });
  const link = async (wallet: Wallet) => {
    const signed = await asking.ask(() => signLogin(client, wallet));
    if (signed !== null) act.mutate({ message: signed.message, signature: signed.signature });
  };
  return (
    <div className="flex flex-col gap-3">
      <p className="max-w-150 text-14 text-ink-2">{text('defi.step.link.signs')}</p>
      <WalletList disabled={asking.isAsking || act.isPending} onChoose={(wallet) => void link(wallet)} />
      {asking.isAsking && (
        <p role="status" className="text-13 text-ink-2">
          {text('defi.wallet.asking')}
        </p>
      )}
      <ActMessage phase={act.phase} error={asking.error ?? act.error} problem={asking.problem} />
    </div>
  );
}

/** The wallet that is linked, in one line. */
function Linked({ wallet }: { readonly wallet: LinkedWalletRow }) {
  const text = useText();
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-14">
      <GroupedAddress address={wallet.address} />
      {wallet.kind === 'contract' && <Badge tone="warn">{text('defi.wallet.contract')}</Badge>}
    </p>
  );
}

interface WalletStepsProps {
  readonly overview: MiningOverview;
  readonly account: MiningAccount;
}

/** The way to a node, with what is to be done now. */
export function WalletSteps({ overview, account }: WalletStepsProps) {
  const text = useText();
  const { wallet } = account;
  const coin = overview.coin ?? '';
  return (
    <section aria-label={text('defi.how')} className="max-w-200">
      <ol className="flex flex-col">
        <Step number={1} title={text('defi.step.link')} state={wallet === null ? 'now' : 'done'}>
          {wallet === null ? <LinkStep /> : <Linked wallet={wallet} />}
        </Step>
        <Step number={2} title={text('defi.step.join')} state={wallet === null ? 'later' : 'now'}>
          {wallet === null ? (
            <p className="text-14 text-ink-3">{text('defi.step.join.signs')}</p>
          ) : (
            <JoinStep overview={overview} wallet={wallet} join={account.join} />
          )}
        </Step>
        <Step number={3} title={text('defi.step.lock', { coin })} state="later" isLast>
          <p className="text-14 text-ink-3">{text('defi.step.lock.text', { coin })}</p>
        </Step>
      </ol>
    </section>
  );
}
