import type { MessageId } from '@candor/i18n';
import { YEAR_DAYS } from '@candor/rules';
import { Tab, TabList, TabPanel, Tabs, useFormatters, useText } from '@candor/ui';
import { getRouteApi } from '@tanstack/react-router';
import { Eye } from '../common/eye.tsx';
import { BeforeYouSubscribe } from '../earn/before.tsx';
import { Calculator } from '../earn/calculator.tsx';
import { EarnChanges } from '../earn/earn-changes.tsx';
import { PoolFigures } from '../earn/figures.tsx';
import { OwnOrders } from '../earn/own-orders.tsx';
import { type EarnStatus, finance } from '../earn/product.ts';
import { Source } from '../earn/source.tsx';
import { useOffers } from '../earn/use-earn.ts';
import { quoteFirst } from '../markets/quote-first.ts';
import { MembersNote } from './members.tsx';
import { type InvestmentSearch, type InvestmentTab, tabs } from './search.ts';
import { ZoneTable } from './zone-table.tsx';

const route = getRouteApi('/shell/finance/investment');
const POINTS: readonly MessageId[] = [
  'earn.how.fixed',
  'finance.how.exit',
  'earn.how.pool',
  'finance.how.times',
  'earn.how.price',
  'earn.how.receipt',
];

/** The user's own investments; the address holds their status and days. */
function Mine() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const show = (status: EarnStatus | undefined) => {
    const { status: _, ...rest } = search;
    const next: InvestmentSearch = status === undefined ? rest : { ...rest, status };
    void navigate({ search: next, replace: true, resetScroll: false });
  };
  return <OwnOrders product={finance} status={search.status} onStatusChange={show} />;
}

/** The products of a zone, for whom it is, and how its rates are to be read. */
function Zone({ zone }: { readonly zone: Exclude<InvestmentTab, 'mine'> }) {
  const text = useText();
  const format = useFormatters();
  return (
    <>
      <p className="max-w-180 text-14 text-ink-2">{text(`finance.zone.${zone}.text`)}</p>
      {zone === 'members' && <MembersNote />}
      <ZoneTable zone={zone} />
      <p className="text-13 text-ink-3">{text('earn.simple', { days: format.count(YEAR_DAYS) })}</p>
    </>
  );
}

/** The calculator of a zone's products; nothing until they are known, for their table says why. */
function ZoneCalculator({ zone }: { readonly zone: Exclude<InvestmentTab, 'mine'> }) {
  const offers = useOffers(finance).data?.offers ?? [];
  const listed = offers.filter((offer) => offer.zone === zone && offer.state !== 'closed');
  // another zone has other products: an amount typed for one is none for them
  return <Calculator key={zone} product={finance} offers={quoteFirst(listed)} />;
}

/** Finance products by zone, and the user's own investments; the address holds the tab. */
export function InvestmentPage() {
  const text = useText();
  const { tab = 'valueAdded' } = route.useSearch();
  const navigate = route.useNavigate();
  const isMine = tab === 'mine';
  return (
    <div className="mx-auto flex w-full max-w-330 flex-col gap-12 px-4 pt-8 pb-20 sm:px-5 lg:pt-12">
      <header>
        <span className="flex items-center gap-2">
          <h1 className="text-28 font-semibold">{text('finance.title')}</h1>
          {isMine && <Eye />}
        </span>
        <p className="max-w-180 pt-2 text-16 text-ink-2">{text('finance.line')}</p>
      </header>
      <Tabs
        value={tab}
        onValueChange={(next) => void navigate({ search: { tab: next }, replace: true, resetScroll: false })}
        className="flex flex-col gap-6"
      >
        <TabList label={text('finance.zones')}>
          {tabs.map((each) => (
            <Tab key={each} value={each}>
              {text(`finance.zone.${each}`)}
            </Tab>
          ))}
        </TabList>
        {tabs.map((each) => (
          <TabPanel key={each} value={each} className="flex min-w-0 flex-col gap-4">
            {each === 'mine' ? <Mine /> : <Zone zone={each} />}
          </TabPanel>
        ))}
      </Tabs>
      {!isMine && (
        <>
          <PoolFigures product={finance} />
          <ZoneCalculator zone={tab} />
          <BeforeYouSubscribe points={POINTS} />
          <EarnChanges product={finance} />
          <Source product={finance} />
        </>
      )}
    </div>
  );
}
