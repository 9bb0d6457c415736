import { CallError, type ErrorKey, type JoinRow, type LinkedWalletRow } from '@candor/api';
import {
  ActMessage,
  Button,
  Detail,
  DetailList,
  FormField,
  networkNameOf,
  TextField,
  useAct,
  useActForm,
  useText,
} from '@candor/ui';
import { useEffect, useRef } from 'react';
import { GroupedAddress } from '../common/grouped-address.tsx';
import { deviceStorage, useClient } from '../data/index.ts';
import type { MiningOverview } from './gears-table.tsx';
import { useMiningChanged } from './use-mining.ts';
import { useWalletAsk } from './use-wallet-ask.ts';
import { sendJoin } from './wallet-calls.ts';
import { WalletList } from './wallet-list.tsx';
import { type Provider, useWallets, type Wallet } from './wallets.ts';

const HASH = /^0x[0-9a-fA-F]{64}$/;
/** A call that was sent a moment ago is not in a block: asked for again for some two minutes. */
const PAUSE_MS = 3_000;
const MOST_TRIES = 40;
const NOT_YET: ReadonlySet<ErrorKey | null> = new Set<ErrorKey>(['JOIN_NOT_FOUND', 'JOIN_PENDING']);

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));

/** Sends in the hash of a call that is on its way, until the network has it. */
function useSendHash() {
  const client = useClient();
  const changed = useMiningChanged();
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return useAct<JoinRow, string>({
    mutationFn: async (hash) => {
      for (let tries = 1; ; tries++) {
        try {
          return await client.call('sendApproveHash', { body: { hash } });
        } catch (error) {
          if (!(error instanceof CallError)) throw error;
          const isEarly = NOT_YET.has(error.key);
          // refused for good: it is not sent in again by itself
          if (!isEarly && error.delivery === 'answered') deviceStorage.remove('joinHash');
          if (!isEarly || tries >= MOST_TRIES || !isShown.current) throw error;
          await pause();
        }
      }
    },
    onSuccess: () => deviceStorage.remove('joinHash'),
    onSettled: changed,
  });
}

/** The hash of an address's call that was sent from this browser and not taken in before; null for none. */
function keptHash(address: string): string | null {
  const kept = deviceStorage.read('joinHash')?.content as
    | { readonly address?: unknown; readonly hash?: unknown }
    | null
    | undefined;
  if (kept?.address !== address || typeof kept.hash !== 'string') return null;
  return HASH.test(kept.hash) ? kept.hash : null;
}

/** A call that the network has: its confirmations, or why it does not count. */
function JoinState({ join }: { readonly join: JoinRow }) {
  const text = useText();
  const { confirmations, confirmationsNeeded, state, reason } = join;
  if (state === 'refused')
    return (
      <p role="alert" className="text-14 text-warn">
        {text(`error.${(reason ?? 'JOIN_FAILED') as ErrorKey}`)}
      </p>
    );
  return (
    <div role="status" className="flex max-w-120 flex-col gap-2">
      <p className="text-14">
        {text('defi.join.confirming', { done: String(confirmations), count: confirmationsNeeded })}
      </p>
      <span aria-hidden="true" className="block h-1 rounded-small bg-wash">
        <span
          className="block h-full rounded-small bg-accent transition-all"
          style={{ width: `${Math.min(100, (confirmations / confirmationsNeeded) * 100)}%` }}
        />
      </span>
      <p className="font-mono text-12 break-all text-ink-3">{join.hash}</p>
    </div>
  );
}

interface JoinStepProps {
  readonly overview: MiningOverview;
  readonly wallet: LinkedWalletRow;
  readonly join: JoinRow | null;
}

/** The one call of joining: what the wallet will show, then its confirmations. */
export function JoinStep({ overview, wallet, join }: JoinStepProps) {
  const text = useText();
  const { registry } = overview;
  const sending = useSendHash();
  const { mutate } = sending;
  useEffect(() => {
    const hash = keptHash(wallet.address);
    if (hash !== null) mutate(hash);
  }, [mutate, wallet.address]);
  if (wallet.kind === 'contract')
    return <p className="max-w-150 text-14 text-ink-2">{text('defi.join.contractWallet')}</p>;
  if (registry === null) return <p className="text-14 text-warn">{text('defi.joinsClosed')}</p>;
  if (join?.state === 'seen') return <JoinState join={join} />;
  return (
    <div className="flex max-w-150 flex-col gap-4">
      <p className="text-14 text-ink-2">{text('defi.step.join.text')}</p>
      <DetailList ruled className="border-y text-14!">
        <Detail label={text('defi.join.to')} wraps>
          <GroupedAddress address={registry.address} />
        </Detail>
        <Detail label={text('defi.network')} wraps>
          {`${networkNameOf(text, registry.network)} · ${registry.chainId}`}
        </Detail>
        <Detail label={text('defi.join.value')}>0 ETH</Detail>
        <Detail label={text('defi.join.data')}>
          <span className="font-mono text-12">{registry.joinData}</span>
        </Detail>
        <Detail label={text('defi.join.fee')} wraps>
          {text('defi.join.fee.text')}
        </Detail>
      </DetailList>
      {join !== null && <JoinState join={join} />}
      <CallJoin
        registry={registry}
        wallet={wallet}
        onSent={mutate}
        isWaiting={sending.isPending}
        error={sending.error}
      />
      <OtherHash onSent={mutate} disabled={sending.isPending} />
    </div>
  );
}

interface CallJoinProps {
  readonly registry: NonNullable<MiningOverview['registry']>;
  readonly wallet: LinkedWalletRow;
  readonly onSent: (hash: string) => void;
  /** The hash was sent in, and the network does not have it yet. */
  readonly isWaiting: boolean;
  readonly error: unknown;
}

/** Asks the wallet for the call; with several wallets in the browser, the one that holds the address. */
function CallJoin({ registry, wallet, onSent, isWaiting, error }: CallJoinProps) {
  const text = useText();
  const asking = useWalletAsk();
  const wallets = useWallets();
  const [only] = wallets;
  const join = async ({ provider }: Wallet) => {
    const hash = await asking.ask(() => sendJoin(provider as Provider, registry, wallet.address));
    if (hash === null) return;
    deviceStorage.write('joinHash', { address: wallet.address, hash });
    onSent(hash);
  };
  const isBusy = asking.isAsking || isWaiting;
  return (
    <div className="flex flex-col gap-3">
      {wallets.length === 1 && only !== undefined ? (
        <Button size="large" className="self-start" loading={isBusy} onClick={() => void join(only)}>
          {text('defi.join.call')}
        </Button>
      ) : (
        <>
          {wallets.length > 1 && <p className="text-14">{text('defi.join.callWith')}</p>}
          <WalletList disabled={isBusy} onChoose={(chosen) => void join(chosen)} />
        </>
      )}
      {isBusy && (
        <p role="status" className="text-13 text-ink-2">
          {text(asking.isAsking ? 'defi.wallet.asking' : 'defi.join.waiting')}
        </p>
      )}
      <ActMessage phase={null} error={asking.error ?? error} problem={asking.problem} />
    </div>
  );
}

/** Takes the hash of a call that was sent elsewhere. */
function OtherHash({
  onSent,
  disabled,
}: {
  readonly onSent: (hash: string) => void;
  readonly disabled: boolean;
}) {
  const text = useText();
  const act = useActForm<{ readonly hash: string }, string>({
    defaultValues: { hash: '' },
    send: async ({ hash }) => hash.trim(),
    onDone: (hash) => onSent(hash),
  });
  return (
    <details className="text-14">
      <summary className="cursor-pointer text-ink-2 touch:min-h-11 touch:py-3">
        {text('defi.join.elsewhere')}
      </summary>
      <form noValidate onSubmit={act.submit} className="flex flex-col gap-3 pt-3 sm:flex-row sm:items-end">
        <div className="min-w-0 flex-1">
          <FormField
            act={act}
            name="hash"
            prompt="defi.join.hash.prompt"
            check={(hash) => (HASH.test(hash.trim()) ? null : text('defi.join.hash.prompt'))}
          >
            {(field) => <TextField {...field} label={text('defi.join.hash')} maxLength={80} />}
          </FormField>
        </div>
        <Button type="submit" variant="quiet" disabled={disabled}>
          {text('defi.join.hash.send')}
        </Button>
      </form>
    </details>
  );
}
