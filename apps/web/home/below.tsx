import { useText } from '@candor/ui';
import { useSettings } from '../data/index.ts';
import { finance, staking } from '../earn/product.ts';
import { HomeEarning } from './earning.tsx';
import { Guide } from './guide/guide.tsx';
import { NotActive } from './not-active.tsx';
import { SafetyFund } from './safety-fund.tsx';
import { Statistics } from './statistics.tsx';
import { SupportWarning } from './support-warning.tsx';
import { HomeTiers } from './tiers.tsx';

const bandClass = 'mx-auto w-full max-w-330 px-4 py-12 sm:px-5 lg:py-16';

/** The source of the prices, and the hash that was published before the first of a simulator. */
function PriceSource() {
  const text = useText();
  const { data: settings } = useSettings();
  if (settings === undefined) return null;
  return (
    <section className="flex flex-col gap-2 pt-8">
      <h3 id="prices-title" className="text-14 font-semibold">
        {text('shell.prices.title')}
      </h3>
      <p className="text-14 text-ink-2">{text(`shell.prices.${settings.feed}`)}</p>
      {settings.seedHash !== null && (
        <p className="text-12 text-ink-3">
          {text('shell.prices.seedHash')}{' '}
          <span className="font-mono whitespace-normal wrap-anywhere text-ink-2">{settings.seedHash}</span>
        </p>
      )}
    </section>
  );
}

/** Sections below the market, loaded behind it. */
export function Below() {
  return (
    <>
      <div className={`${bandClass} flex flex-col gap-12 lg:gap-16`}>
        <HomeEarning product={staking} />
        <HomeEarning product={finance} />
      </div>
      <div className="border-t">
        <div className={bandClass}>
          <Guide />
        </div>
      </div>
      <div className="border-y bg-ground">
        <div className={`${bandClass} grid gap-x-16 gap-y-12 lg:grid-cols-2`}>
          <SafetyFund />
          <div className="flex min-w-0 flex-col">
            <Statistics />
            <PriceSource />
          </div>
        </div>
      </div>
      <div className={bandClass}>
        <HomeTiers />
      </div>
      <div className="border-t">
        <div className={`${bandClass} grid gap-x-16 gap-y-12 lg:grid-cols-2`}>
          <SupportWarning />
          <NotActive />
        </div>
      </div>
    </>
  );
}
