import type { OperatorSeconds } from '@candor/contract';
import {
  Badge,
  Button,
  Cell,
  Detail,
  DetailList,
  ErrorState,
  HeadCell,
  Row,
  SkeletonText,
  Table,
  TableBody,
  TableHead,
  useFormatters,
} from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { wordsOf } from '../data/error-words.ts';
import { useConsole } from '../data/session.ts';
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
      <div className="grid gap-x-8 lg:grid-cols-2">
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
          <Detail label={text('console.seconds.state')}>
            <span className="inline-flex flex-wrap items-center justify-end gap-2">
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

function MarketRow({ market, data, onAct }: PartProps & { readonly market: SecondsMarket }) {
  const intl = useIntl();
  const format = useFormatters();
  const text = (id: string) => intl.formatMessage({ id });
  const { periods, minQuantity, maxQuantity } = market;
  const offered = periods.length > 0;
  const halted = market.state === 'halted';
  const button = (label: string, act: SecondsAct) => (
    <Button
      variant="plain"
      size="small"
      aria-label={`${market.symbol_name}: ${label}`}
      onClick={() => onAct(act)}
    >
      {label}
    </Button>
  );
  return (
    <Row>
      <Cell>{market.symbol_name}</Cell>
      <Cell>
        {offered ? <StateBadge halted={halted} /> : <Badge>{text('console.seconds.notOffered')}</Badge>}
        {halted && <span className="block pt-1 text-12 text-ink-3">{market.stateReason}</span>}
      </Cell>
      <Cell className="figure min-w-60">
        {periods
          .map((each) => `${periodText(intl, each.periodSeconds)} ${format.percent(each.payoutPercent)}`)
          .join(' · ')}
      </Cell>
      <Cell figure className="whitespace-nowrap">
        {minQuantity === null || maxQuantity === null
          ? '–'
          : `${format.count(minQuantity)}–${format.count(maxQuantity)} ${data.coin ?? ''}`}
      </Cell>
      <Cell figure className="whitespace-nowrap">
        {`${format.quantity(market.reserved)} / ${format.quantity(market.cap)}`}
      </Cell>
      <Cell className="text-end whitespace-nowrap">
        {button(text('console.seconds.terms'), { kind: 'terms', market })}
        {button(text('console.seconds.cap'), { kind: 'cap', market })}
        {offered &&
          button(text(halted ? 'console.seconds.reopen' : 'console.seconds.halt'), { kind: 'state', market })}
      </Cell>
    </Row>
  );
}

function Markets({ data, onAct }: PartProps) {
  const intl = useIntl();
  const text = (id: string) => intl.formatMessage({ id });
  return (
    <section className="flex flex-col gap-3 border-t pt-4">
      <h2 className="text-16 font-semibold">{text('console.symbols.title')}</h2>
      <Table label={text('console.seconds.title')} density="roomy">
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
  const intl = useIntl();
  const { client } = useConsole();
  const [act, setAct] = useState<SecondsAct | null>(null);
  const query = useQuery({
    queryKey: SECONDS_KEY,
    queryFn: () => client.call('getOperatorSeconds'),
    refetchInterval: REFRESH_MS,
  });
  const { data } = query;
  if (data === undefined) {
    return query.error === null ? (
      <SkeletonText lines={8} className="py-6" />
    ) : (
      <ErrorState
        title={intl.formatMessage({ id: 'console.seconds.failed' })}
        text={wordsOf(intl, query.error)}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  return (
    <div className="flex flex-col gap-6 py-6">
      {query.error !== null && (
        <p role="alert" className="text-13 text-warn">
          {wordsOf(intl, query.error)}
        </p>
      )}
      <Pool data={data} onAct={setAct} />
      <Markets data={data} onAct={setAct} />
      {act !== null && <SecondsDialog act={act} data={data} onClose={() => setAct(null)} />}
    </div>
  );
}
