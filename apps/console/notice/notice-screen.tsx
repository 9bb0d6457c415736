import {
  type MarketTerms,
  mayCall,
  type NamedTerms,
  type OperatorMarketTerms,
  termsValues,
} from '@candor/api';
import {
  type Column,
  DataTable,
  Tab,
  TabList,
  TabPanel,
  Tabs,
  usePublishedValues,
  useText,
} from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useConsole, useOperator } from '../data/session.ts';
import { LiveScreen } from '../shell/live-screen.tsx';
import { RowAct } from '../shell/row-act.tsx';
import { useDeskSearch } from '../shell/use-desk-search.ts';
import { Announced } from './announced.tsx';
import { noticeHours } from './fields.ts';
import { type NoticePart, noticeParts, noticeSearch } from './search.ts';
import { NOTICE_KEY, TermsDialog } from './terms-dialog.tsx';
import { useTermsName } from './words.ts';

const REFRESH_MS = 10_000;

const kindsOf: Readonly<Record<Exclude<NoticePart, 'announced'>, readonly MarketTerms['kind'][]>> = {
  fees: ['fees'],
  limits: ['limits'],
  brackets: ['brackets'],
  margin: ['marginCoin', 'marginRisk'],
  referral: ['referral'],
  gears: ['gears'],
};

const partWords = {
  announced: 'notice.title',
  fees: 'notice.kind.fees',
  limits: 'notice.kind.limits',
  brackets: 'notice.kind.brackets',
  margin: 'console.marketterms.part.margin',
  referral: 'notice.kind.referral',
  gears: 'notice.kind.gears',
} as const;

/** The values of terms, each with its name. */
function Values({ named }: { readonly named: NamedTerms }) {
  const { nameOf, shown } = usePublishedValues(named.coin);
  return (
    <ul className="grid gap-x-6 gap-y-0.5 sm:grid-cols-2 xl:grid-cols-3">
      {termsValues(named.terms).map((each) => (
        <li key={`${each.tier ?? 0} ${each.field}`}>
          <span className="text-ink-2">{nameOf(each)}: </span>
          <span className="figure">{shown(each, each.value)}</span>
        </li>
      ))}
    </ul>
  );
}

interface TermsTableProps {
  readonly label: string;
  readonly rows: readonly NamedTerms[];
  readonly onChange: ((named: NamedTerms) => void) | null;
}

function TermsTable({ label, rows, onChange }: TermsTableProps) {
  const text = useText();
  const nameOf = useTermsName();
  const columns: readonly Column<NamedTerms>[] = [
    { head: 'notice.of', card: 'title', cell: nameOf },
    {
      head: 'console.marketterms.values',
      wraps: true,
      card: 'line',
      className: 'w-full',
      cell: (named) => <Values named={named} />,
    },
    {
      head: 'console.shell.actions',
      kind: 'actions',
      card: 'corner',
      cell: (named) =>
        onChange !== null && (
          <RowAct
            of={nameOf(named)}
            label={text('console.marketterms.change')}
            onClick={() => onChange(named)}
          />
        ),
    },
  ];
  return (
    <DataTable
      label={label}
      density="roomy"
      rows={rows}
      rowKey={(named) => `${named.terms.kind} ${named.market} ${named.coin}`}
      emptyTitle={text('notice.none')}
      columns={columns}
    />
  );
}

interface PartProps {
  readonly part: NoticePart;
  readonly data: OperatorMarketTerms;
}

function Part({ part, data }: PartProps) {
  const operator = useOperator();
  const text = useText();
  const [edited, setEdited] = useState<NamedTerms | null>(null);
  if (part === 'announced') return <Announced changes={data.changes} />;
  const mayChange = operator !== null && mayCall(operator.role, 'announceMarketTerms');
  return (
    <>
      {kindsOf[part].map((kind) => (
        <section key={kind} className="flex min-w-0 flex-col gap-3">
          <h2 className="text-16 font-semibold">{text(`notice.kind.${kind}`)}</h2>
          <p className="max-w-180 text-13 text-ink-3">
            {text('console.marketterms.note', { hours: noticeHours(kind) })}
          </p>
          <TermsTable
            label={text(`notice.kind.${kind}`)}
            rows={data.terms.filter(({ terms }) => terms.kind === kind)}
            onChange={mayChange ? setEdited : null}
          />
        </section>
      ))}
      {edited !== null && <TermsDialog named={edited} nowMs={data.now} onClose={() => setEdited(null)} />}
    </>
  );
}

/** Fees, limits, brackets and margin terms of all markets, and the changes to them that users have been told of. */
export function NoticeScreen() {
  const { client } = useConsole();
  const text = useText();
  const [{ part = 'announced' }, show] = useDeskSearch(noticeSearch);
  const query = useQuery({
    queryKey: NOTICE_KEY,
    queryFn: () => client.call('getMarketTerms'),
    refetchInterval: REFRESH_MS,
  });
  return (
    <LiveScreen query={query} failedTitle="console.marketterms.failed">
      {(data) => (
        <Tabs
          value={part}
          onValueChange={(next) => show(next === 'announced' ? {} : { part: next })}
          className="flex min-w-0 flex-col gap-6"
        >
          <TabList label={text('console.shell.screen.notice')}>
            {noticeParts.map((value) => (
              <Tab key={value} value={value}>
                {text(partWords[value])}
              </Tab>
            ))}
          </TabList>
          <TabPanel value={part} className="flex min-w-0 flex-col gap-6">
            <Part part={part} data={data} />
          </TabPanel>
        </Tabs>
      )}
    </LiveScreen>
  );
}
