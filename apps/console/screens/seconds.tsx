import type { OperatorSeconds } from '@candor/contract';
import {
  Badge,
  Button,
  Cell,
  Detail,
  DetailList,
  HeadCell,
  Row,
  Table,
  TableBody,
  TableHead,
  useFormatters,
} from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useConsole } from '../data/session.ts';
import { LiveScreen } from './live-screen.tsx';
import { type SecondsAct, SecondsDialog } from './seconds-dialogs.tsx';
import { periodText, SECONDS_KEY, type SecondsMarket } from './seconds-words.ts';

const REFRESH_MS = 2_000;

interface PartProps {
  readonly data: OperatorSeconds;
  readonly onAct: (act: SecondsAct) => void;
}

function StateBadge({ halted }: { readonly halted: boolean }) {
  const intl = useIntl();
  return (
    <Badge tone={halted ? 'warn' : 'neutral'}>
      {intl.formatMessage({ id: `console.state.${halted ? 'halted' : 'trading'}` })}
    </Badge>
  );
}

/** The pool, what bounds it, and the switch of all markets. */
function Pool({ data, onAct }: PartProps) {
  const intl = useIntl();
  const format = useFormatters();
  const text = (id: string) => intl.formatMessage({ id });
  const coins = (amount: string) => `${format.quantity(amount)} ${data.coin ?? ''}`;
  const halted = data.haltReason !== null;
  return (
    <section className="flex flex-col gap-4">
      <h2 className="text-16 font-semibold">{text('console.seconds.pool')}</h2>
      <div className="grid gap-x-8 lg:grid-cols-2 max-lg:[&>dl+dl]:border-t">
        <DetailList ruled>
          <Detail label={text('console.seconds.available')} strong>
            {coins(data.available)}
          </Detail>
          <Detail label={text('console.seconds.reserved')}>{coins(data.reserved)}</Detail>
          <Detail label={text('console.seconds.stakes')}>{coins(data.stakes)}</Detail>
        </DetailList>
        <DetailList ruled>
          <Detail label={text('console.seconds.capAll')}>{coins(data.all.cap)}</Detail>
          <Detail label={text('console.seconds.userCap')}>
            {data.userCap === null ? text('console.seconds.noCap') : coins(data.userCap)}
          </Detail>
          <Detail label={text('console.seconds.state')} wraps>
            <span className="inline-flex flex-wrap items-center justify-end gap-2 wrap-anywhere">
              {data.haltReason}
              <StateBadge halted={halted} />
            </span>
          </Detail>
        </DetailList>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button variant="quiet" onClick={() => onAct({ kind: 'pool' })}>
          {text('console.seconds.addToPool')}
        </Button>
        <Button variant="quiet" onClick={() => onAct({ kind: 'cap', market: null })}>
          {text('console.seconds.changeCapAll')}
        </Button>
        <Button variant="quiet" onClick={() => onAct({ kind: 'userCap' })}>
          {text('console.seconds.changeUserCap')}
        </Button>
        <Button variant="quiet" onClick={() => onAct({ kind: 'state', market: null })}>
          {text(halted ? 'console.seconds.reopenAll' : 'console.seconds.haltAll')}
        </Button>
      </div>
      <p className="max-w-180 text-13 text-ink-3">{text('console.seconds.note')}</p>
    </section>
  );
}

type MarketProps = PartProps & { readonly market: SecondsMarket };

/** A market's state, with the operator's reason where it is halted. */
function MarketState({ market }: { readonly market: SecondsMarket }) {
  const intl = useIntl();
  if (market.periods.length === 0) {
    return <Badge>{intl.formatMessage({ id: 'console.seconds.notOffered' })}</Badge>;
  }
  const halted = market.state === 'halted';
  return (
    <>
      <StateBadge halted={halted} />
      {halted && (
        <span className="block pt-1 text-12 whitespace-normal wrap-anywhere text-ink-3">
          {market.stateReason}
        </span>
      )}
    </>
  );
}

/** What can be done to a market. */
function MarketActs({ market, data, onAct }: MarketProps) {
  const intl = useIntl();
  const acts: [string, SecondsAct][] = [
    ['terms', { kind: 'terms', market }],
    ['cap', { kind: 'cap', market }],
  ];
  // While all are halted together, a market's own state changes nothing.
  if (market.periods.length > 0 && data.haltReason === null) {
    acts.push([market.state === 'halted' ? 'reopen' : 'halt', { kind: 'state', market }]);
  }
  return acts.map(([name, act]) => {
    const label = intl.formatMessage({ id: `console.seconds.${name}` });
    return (
      <Button
        key={name}
        variant="plain"
        size="small"
        aria-label={`${market.symbol_name}: ${label}`}
        onClick={() => onAct(act)}
      >
        {label}
      </Button>
    );
  });
}

/** A market's figures as text. */
function useMarketTexts({ market, data }: Pick<MarketProps, 'market' | 'data'>) {
  const intl = useIntl();
  const format = useFormatters();
  const { periods, minQuantity, maxQuantity } = market;
  return {
    periods: periods
      .map((each) => `${periodText(intl, each.periodSeconds)} ${format.percent(each.payoutPercent)}`)
      .join(' · '),
    quantity:
      minQuantity === null || maxQuantity === null
        ? '–'
        : `${format.count(minQuantity)}–${format.count(maxQuantity)} ${data.coin ?? ''}`,
    exposure: `${format.quantity(market.reserved)} / ${format.quantity(market.cap)}`,
  };
}

function MarketRow({ market, data, onAct }: MarketProps) {
  const texts = useMarketTexts({ market, data });
  return (
    <Row>
      <Cell>{market.symbol_name}</Cell>
      <Cell>
        <MarketState market={market} />
      </Cell>
      <Cell className="figure min-w-60 whitespace-normal">{texts.periods}</Cell>
      <Cell figure className="whitespace-nowrap">
        {texts.quantity}
      </Cell>
      <Cell figure className="whitespace-nowrap">
        {texts.exposure}
      </Cell>
      <Cell atEnd className="whitespace-nowrap">
        <MarketActs market={market} data={data} onAct={onAct} />
      </Cell>
    </Row>
  );
}

/** The same on a phone, where a row of a table would not fit. */
function MarketCard({ market, data, onAct }: MarketProps) {
  const intl = useIntl();
  const texts = useMarketTexts({ market, data });
  return (
    <li className="flex flex-col gap-2 py-3">
      <div className="flex items-baseline justify-between gap-3">
        <span className="text-14 font-medium">{market.symbol_name}</span>
        <span className="text-end">
          <MarketState market={market} />
        </span>
      </div>
      <p className="figure text-13 whitespace-normal">{texts.periods}</p>
      <DetailList>
        <Detail label={intl.formatMessage({ id: 'console.seconds.quantity' })}>{texts.quantity}</Detail>
        <Detail label={intl.formatMessage({ id: 'console.seconds.exposure' })}>{texts.exposure}</Detail>
      </DetailList>
      <div className="-mx-2 flex flex-wrap">
        <MarketActs market={market} data={data} onAct={onAct} />
      </div>
    </li>
  );
}

function Markets({ data, onAct }: PartProps) {
  const intl = useIntl();
  const text = (id: string) => intl.formatMessage({ id });
  return (
    <section className="flex flex-col gap-3 border-t pt-4">
      <h2 className="text-16 font-semibold">{text('console.symbols.title')}</h2>
      <ul className="divide-y border-y md:hidden">
        {data.markets.map((market) => (
          <MarketCard key={market.symbolId} market={market} data={data} onAct={onAct} />
        ))}
      </ul>
      <Table label={text('console.seconds.title')} density="roomy" className="max-md:hidden">
        <TableHead>
          <HeadCell>{text('console.symbols.symbol')}</HeadCell>
          <HeadCell>{text('console.symbols.state')}</HeadCell>
          <HeadCell>{text('console.seconds.periods')}</HeadCell>
          <HeadCell figure>{text('console.seconds.quantity')}</HeadCell>
          <HeadCell figure>{text('console.seconds.exposure')}</HeadCell>
          <HeadCell>
            <span className="sr-only">{text('console.symbols.change')}</span>
          </HeadCell>
        </TableHead>
        <TableBody>
          {data.markets.map((market) => (
            <MarketRow key={market.symbolId} market={market} data={data} onAct={onAct} />
          ))}
        </TableBody>
      </Table>
    </section>
  );
}

/** Second contracts: what is offered from now on, what the pool may owe, and the switches of what is new. */
export function SecondsScreen() {
  const { client } = useConsole();
  const [act, setAct] = useState<SecondsAct | null>(null);
  const query = useQuery({
    queryKey: SECONDS_KEY,
    queryFn: () => client.call('getOperatorSeconds'),
    refetchInterval: REFRESH_MS,
  });
  return (
    <LiveScreen query={query} failedTitle="console.seconds.failed">
      {(data) => (
        <>
          <Pool data={data} onAct={setAct} />
          <Markets data={data} onAct={setAct} />
          {act !== null && <SecondsDialog act={act} data={data} onClose={() => setAct(null)} />}
        </>
      )}
    </LiveScreen>
  );
}
