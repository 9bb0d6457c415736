import { buttonClass, EmptyState, Loaded, loneLinkClass, SkeletonText, useText } from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { Eye } from '../common/eye.tsx';
import { useMiningAccount, useMiningOverview } from '../data/index.ts';
import { Allowances } from './allowances.tsx';
import { WhichWallets } from './joining.tsx';
import { NodePanel, type NodeProps } from './node-panel.tsx';
import { Records } from './records.tsx';
import { Rewards } from './rewards.tsx';
import { WalletPanel } from './wallet-panel.tsx';
import { WalletSteps } from './wallet-steps.tsx';

/** All of a user's node: the way to it or the node itself, its rewards, its movements, its wallet. */
function Node({ overview, account }: NodeProps) {
  const text = useText();
  const { wallet } = account;
  const hasJoined = account.address !== null;
  if (overview.state === 'closed' && !hasJoined)
    return (
      <EmptyState
        title={text('defi.closed')}
        text={text('defi.closed.text')}
        action={
          <Link to="/defis/index" className={buttonClass('quiet')}>
            {text('defi.toGears')}
          </Link>
        }
      />
    );
  return (
    <>
      {hasJoined ? (
        <>
          <NodePanel overview={overview} account={account} />
          <Rewards overview={overview} account={account} />
          <Records />
        </>
      ) : (
        <div className="grid gap-x-16 gap-y-12 lg:grid-cols-[3fr_2fr]">
          <WalletSteps overview={overview} account={account} />
          <WhichWallets />
        </div>
      )}
      {wallet !== null && (
        <div className="grid gap-x-16 gap-y-12 lg:grid-cols-2">
          <WalletPanel wallet={wallet} overview={overview} account={account} />
          {overview.registry !== null && <Allowances owner={wallet.address} registry={overview.registry} />}
        </div>
      )}
    </>
  );
}

/** The user's node of DeFi mining. */
export function NodePage() {
  const text = useText();
  const overview = useMiningOverview();
  const account = useMiningAccount();
  const failed = overview.data === undefined ? overview : account;
  const data =
    overview.data === undefined || account.data === undefined
      ? undefined
      : { overview: overview.data, account: account.data };
  return (
    <div className="mx-auto flex w-full max-w-330 flex-col gap-12 px-4 pt-8 pb-20 sm:px-5 lg:pt-12">
      <header className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2">
        <span className="flex items-center gap-2">
          <h1 className="text-28 font-semibold">{text('defi.node')}</h1>
          <Eye />
        </span>
        <Link to="/defis/index" className={`${loneLinkClass} text-14`}>
          {text('defi.toGears')}
        </Link>
      </header>
      <Loaded
        query={failed}
        data={data}
        failedTitle={text('defi.node.notLoaded')}
        skeleton={<SkeletonText lines={12} />}
      >
        {(known) => <Node {...known} />}
      </Loaded>
    </div>
  );
}
