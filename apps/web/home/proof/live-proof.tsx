import { ReceiptTick, useFormatters, useText } from '@candor/ui';
import { useSettings } from '../../data/index.ts';
import { leadingSettlement, NO_SETTLEMENTS } from './check-settled.ts';
import { ExampleSettlement } from './example-settlement.tsx';
import { NO_CHAIN } from './follow-chain.ts';
import { LatestList } from './latest-list.tsx';
import { LeadingSettlement } from './leading.tsx';
import { MoreChecks } from './more-checks.tsx';
import { Tape } from './tape.tsx';
import { useFollowedChain, useFollowedSettlements } from './use-proof.ts';

/** Counts of what this browser did since the page was opened. */
function Counts({
  links,
  settlements,
  failed,
}: {
  readonly links: number;
  readonly settlements: number;
  readonly failed: number;
}) {
  const format = useFormatters();
  const text = useText();
  const counts = [
    { id: 'ticks', count: links },
    { id: 'settlements', count: settlements },
    { id: 'failed', count: failed },
  ] as const;
  return (
    <dl className="grid grid-cols-3 gap-x-4">
      {counts.map(({ id, count }) => (
        <div key={id} className="flex flex-col-reverse justify-end gap-0.5 border-s border-rule ps-3">
          <dt className="text-12 text-ink-3">{text(`home.proof.count.${id}`)}</dt>
          <dd className={`figure text-20 font-semibold ${id === 'failed' && count > 0 ? 'text-warn' : ''}`}>
            {format.count(count)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The proof that the reader's own browser makes while they read: the chain of prices, and the last settlements. */
export function LiveProof() {
  const text = useText();
  const practice = useSettings().data?.mode !== 'real';
  const chainQuery = useFollowedChain();
  const settledQuery = useFollowedSettlements();
  const chain = chainQuery.data ?? NO_CHAIN;
  const settled = settledQuery.data ?? NO_SETTLEMENTS;
  const leading = leadingSettlement(settled);
  const failed = settled.failed + (chain.wrong === null ? 0 : 1);
  const isLoading = settledQuery.data === undefined && settledQuery.error === null;
  const hasFailed = settledQuery.data === undefined && settledQuery.error !== null;
  return (
    <section aria-labelledby="proof-title" className="flex flex-col">
      <div className="mx-auto flex w-full max-w-330 flex-col gap-4 px-4 sm:px-5">
        <div className="flex flex-wrap items-end justify-between gap-x-12 gap-y-4 border-t-2 border-ink pt-4">
          <h2 id="proof-title" className="flex items-center gap-2 text-14 font-semibold">
            <ReceiptTick
              state={failed > 0 ? 'failed' : chain.checked === 0 ? 'verifying' : 'verified'}
              practice={practice}
            />
            {text(failed > 0 ? 'home.proof.failedTitle' : 'home.proof.title')}
          </h2>
          <Counts links={chain.checked} settlements={settled.checked} failed={failed} />
        </div>
        {failed > 0 && (
          <p role="alert" className="border-s-2 border-warn ps-3 text-14 text-warn">
            {chain.wrong === null
              ? text('home.proof.wrong.settlement')
              : text('home.proof.wrong.chain', { no: String(chain.wrong.no) })}
          </p>
        )}
        <div className="flex min-h-44 flex-col justify-center pt-2 pb-5 sm:min-h-40">
          {leading === null ? (
            <ExampleSettlement practice={practice} isLoading={isLoading} hasFailed={hasFailed} />
          ) : (
            <LeadingSettlement settlement={leading} practice={practice} />
          )}
        </div>
      </div>
      <Tape chain={chain} hasFailed={chainQuery.error !== null} />
      <div className="mx-auto grid w-full max-w-330 gap-x-12 gap-y-8 px-4 pt-6 sm:px-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_18rem]">
        <LatestList
          kind="fill"
          rows={settled.fills}
          practice={practice}
          isLoading={isLoading}
          hasFailed={hasFailed}
        />
        <LatestList
          kind="second"
          rows={settled.seconds}
          practice={practice}
          isLoading={isLoading}
          hasFailed={hasFailed}
        />
        <MoreChecks />
      </div>
    </section>
  );
}
