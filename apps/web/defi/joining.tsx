import { Detail, DetailList, loneLinkClass, networkNameOf, useText } from '@candor/ui';
import { CopiedAddress } from '../common/grouped-address.tsx';
import { HashDetail } from '../common/hash-detail.tsx';
import type { MiningOverview } from './gears-table.tsx';

/** The published source: a file of the pages, as it is compiled. */
const SOURCE = 'JoinRegistry.sol';
const STEPS = ['link', 'join', 'lock'] as const;
const WALLETS = ['plain', 'contract', 'delegated'] as const;

/** The way to a node in three steps, with what the wallet signs at each. */
export function JoiningSteps({ coin }: { readonly coin: string }) {
  const text = useText();
  return (
    <ol className="flex flex-col">
      {STEPS.map((step, at) => (
        <li key={step} className="relative flex gap-4 pb-6 last:pb-0">
          {at < STEPS.length - 1 && (
            <span aria-hidden="true" className="absolute top-8 bottom-0 left-4 w-px bg-line" />
          )}
          <span
            aria-hidden="true"
            className="figure flex size-8 shrink-0 items-center justify-center rounded-full border text-14 font-semibold"
          >
            {at + 1}
          </span>
          <span className="flex min-w-0 flex-col gap-1 pt-1">
            <span className="text-16 font-semibold">{text(`defi.step.${step}`, { coin })}</span>
            <span className="text-14 text-ink-2">{text(`defi.step.${step}.text`, { coin })}</span>
            <span className="text-13 text-ink-3">{text(`defi.step.${step}.signs`)}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}

/** Kinds of wallets, and what each may do. */
export function WhichWallets() {
  const text = useText();
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <h2 className="text-20 font-semibold">{text('defi.wallets')}</h2>
      <dl className="divide-y border-y text-14">
        {WALLETS.map((kind) => (
          <div key={kind} className="flex flex-col gap-1 py-3">
            <dt className="font-medium">{text(`defi.wallets.${kind}`)}</dt>
            <dd className="text-ink-2">{text(`defi.wallets.${kind}.text`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The contract that a wallet joins by, so that anyone can compare its code with the published source. */
export function JoiningContract({ overview: { registry } }: { readonly overview: MiningOverview }) {
  const text = useText();
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <h2 className="text-20 font-semibold">{text('defi.contract')}</h2>
      <p className="text-14 text-ink-2">{text('defi.contract.text')}</p>
      {registry === null ? (
        <p className="border-y py-3 text-14 text-ink-2">{text('defi.contract.none')}</p>
      ) : (
        <DetailList ruled className="border-y text-14!">
          <Detail label={text('defi.network')} wraps>
            {`${networkNameOf(text, registry.network)} · ${registry.chainId}`}
          </Detail>
          <Detail label={text('defi.contract.address')} wraps>
            <CopiedAddress address={registry.address} />
          </Detail>
          <Detail label={text('defi.contract.call')} wraps>
            <span className="font-mono text-12 select-all">join() = {registry.joinData}</span>
          </Detail>
          <Detail label={text('defi.contract.compiler')} wraps>
            {registry.compiler}
            <span className="block font-mono text-12 text-ink-2 wrap-anywhere select-all">
              solc {registry.settings} --bin-runtime {SOURCE}
            </span>
          </Detail>
          <Detail label={text('defi.contract.source')}>
            <a href={`/contracts/${SOURCE}`} target="_blank" rel="noreferrer" className={loneLinkClass}>
              {SOURCE}
            </a>
          </Detail>
          <HashDetail label={text('defi.contract.code')} hash={registry.codeHash} />
        </DetailList>
      )}
    </section>
  );
}
