import type { MessageId } from '@candor/i18n';
import { buttonClass, Loaded, loneLinkClass, SkeletonText, useFormatters, useText } from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { useMiningAccount, useMiningOverview, useSignedIn } from '../data/index.ts';
import { LoginLink } from '../shell/login-link.tsx';
import { Calculator } from './calculator.tsx';
import { Figures } from './figures.tsx';
import { GearsChange, GearsTable, type MiningOverview } from './gears-table.tsx';
import { JoiningContract, JoiningSteps, WhichWallets } from './joining.tsx';
import { PoolSection } from './pool.tsx';
import { useMiningWords } from './use-words.ts';

const POINTS: readonly MessageId[] = [
  'defi.know.approval',
  'defi.know.unlock',
  'defi.know.pool',
  'defi.know.gears',
  'defi.know.price',
  'defi.know.wallet',
  'defi.know.claim',
  'defi.know.receipt',
];

/** Output, nodes and participants of all users. */
function OverviewFigures({ overview }: { readonly overview: MiningOverview | undefined }) {
  const text = useText();
  const format = useFormatters();
  const { coins } = useMiningWords();
  const of = <Value,>(value: (known: MiningOverview) => Value) =>
    overview === undefined ? undefined : value(overview);
  return (
    <Figures
      label={text('defi.figures')}
      figures={[
        {
          label: text('defi.figure.output'),
          value: of(({ totalOutput, coin }) => (coin === null ? '–' : coins(totalOutput, coin))),
        },
        {
          label: text('defi.figure.paid7'),
          value: of(({ pool, coin }) => (coin === null ? '–' : coins(pool.paid7Days, coin))),
        },
        { label: text('defi.figure.nodes'), value: of(({ effectiveNodes }) => format.count(effectiveNodes)) },
        {
          label: text('defi.figure.participants'),
          value: of(({ participants }) => format.count(participants)),
        },
      ]}
    />
  );
}

/** The way in: to the login, or to the user's own node. */
function WayIn({ overview }: { readonly overview: MiningOverview }) {
  const text = useText();
  const signedIn = useSignedIn();
  const { data: account } = useMiningAccount();
  const hasJoined = account !== undefined && account.address !== null;
  return (
    <section className="flex min-w-0 flex-col gap-5">
      <header>
        <h2 className="text-20 font-semibold">{text('defi.how')}</h2>
        <p className="pt-1 text-14 text-ink-2">{text('defi.how.text')}</p>
      </header>
      <JoiningSteps coin={overview.coin ?? ''} />
      {signedIn ? (
        <Link to="/defis/details" className={`${buttonClass('primary', 'large')} self-start`}>
          {text(hasJoined ? 'defi.node.open' : 'defi.node.start')}
        </Link>
      ) : (
        <LoginLink className={`${buttonClass('primary', 'large')} self-start`}>
          {text('defi.login')}
        </LoginLink>
      )}
      {overview.state === 'joinsClosed' && <p className="text-13 text-warn">{text('defi.joinsClosed')}</p>}
    </section>
  );
}

/** DeFi mining for everybody: the gears, a calculator, the way in, the contract, and the pool that pays. */
export function DefiPage() {
  const text = useText();
  const signedIn = useSignedIn();
  const query = useMiningOverview();
  const { data: account } = useMiningAccount();
  return (
    <div className="mx-auto flex w-full max-w-330 flex-col gap-12 px-4 pt-8 pb-20 sm:px-5 lg:pt-12">
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <div>
          <h1 className="text-28 font-semibold">{text('defi.title')}</h1>
          <p className="max-w-180 pt-2 text-16 text-ink-2">{text('defi.line')}</p>
        </div>
        {signedIn && (
          <Link to="/defis/details" className={`${loneLinkClass} text-14`}>
            {text('defi.node')}
          </Link>
        )}
      </header>
      {/* that they could not be loaded is said once, by the table */}
      {(query.data !== undefined || query.error === null) && <OverviewFigures overview={query.data} />}
      <section className="flex min-w-0 flex-col gap-3">
        <h2 className="text-20 font-semibold">{text('defi.gears')}</h2>
        <GearsTable own={account?.gear ?? 0} />
        {query.data !== undefined && <GearsChange overview={query.data} />}
      </section>
      <Loaded
        query={query}
        data={query.data}
        skeleton={<SkeletonText lines={12} />}
        failedTitle={text('defi.notLoaded')}
      >
        {(overview) => (
          <>
            <div className="grid gap-x-16 gap-y-12 lg:grid-cols-2">
              <WayIn overview={overview} />
              <Calculator overview={overview} />
            </div>
            <PoolSection overview={overview} />
            <div className="grid gap-x-16 gap-y-12 lg:grid-cols-2">
              <WhichWallets />
              <JoiningContract overview={overview} />
            </div>
          </>
        )}
      </Loaded>
      <section className="flex min-w-0 flex-col gap-3">
        <h2 className="text-20 font-semibold">{text('defi.know')}</h2>
        <ul className="grid gap-x-16 border-t text-14 text-ink-2 lg:grid-cols-2 [&>li]:border-b [&>li]:py-3">
          {POINTS.map((point) => (
            <li key={point}>{text(point)}</li>
          ))}
        </ul>
      </section>
    </div>
  );
}
