import { type OtcAppealDetail, otcEntryText } from '@candor/api';
import { Button, Detail, DetailList, useFormatters, useText } from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft } from 'lucide-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useConsole } from '../data/session.ts';
import { FactorChanges } from '../shell/factor-changes.tsx';
import { LiveScreen } from '../shell/live-screen.tsx';
import { Section } from '../shell/section.tsx';
import { AppealChat } from './appeal-chat.tsx';
import { AppealState } from './appeals.tsx';
import { DecisionDialog } from './decision-dialog.tsx';
import { AppealPicture } from './picture.tsx';
import { OTC_KEY, useOtcWords } from './words.ts';

const REFRESH_MS = 5_000;

interface AppealProps {
  readonly orderId: string;
  readonly onBack: () => void;
}

/** One appeal: the order, both sides, their statements and pictures, the conversation, and the decision. */
export function Appeal({ orderId, onBack }: AppealProps) {
  const { client } = useConsole();
  const text = useText();
  const query = useQuery({
    queryKey: [...OTC_KEY, 'appeal', orderId],
    queryFn: () => client.call('getOtcAppeal', { params: { orderId } }),
    refetchInterval: REFRESH_MS,
  });
  return (
    <div className="flex flex-col gap-6">
      <Button
        variant="plain"
        className="self-start"
        icon={<ChevronLeft aria-hidden="true" className="size-4" strokeWidth={1.75} />}
        onClick={onBack}
      >
        {text('console.otc.appeals')}
      </Button>
      <LiveScreen query={query} failedTitle="console.otc.appeal.failed">
        {(appeal) => <Shown appeal={appeal} />}
      </LiveScreen>
    </div>
  );
}

interface PartProps {
  readonly appeal: OtcAppealDetail;
}

function Shown({ appeal }: PartProps) {
  const text = useText();
  const [isDeciding, setDeciding] = useState(false);
  const { orderId, reason, mayDecide, proposalId } = appeal;
  return (
    <div className="grid gap-x-10 gap-y-8 xl:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-8">
        <header className="flex flex-wrap items-center justify-between gap-4">
          <div className="flex flex-col gap-1">
            <h2 className="text-20 font-semibold">
              {text('escrow.orderNumber', { number: String(orderId) })}
            </h2>
            <p className="text-14 text-ink-2">
              {text(reason === null ? 'escrow.appeal.silence' : `escrow.appeal.${reason}`)}
            </p>
          </div>
          <AppealState row={appeal} />
        </header>
        <SellerSecurity appeal={appeal} />
        <div className="flex flex-col items-start gap-2">
          <Button
            variant="danger"
            disabled={!mayDecide || proposalId !== null}
            onClick={() => setDeciding(true)}
          >
            {text('console.otc.decide')}
          </Button>
          <p className="text-13 text-ink-2">
            {text(
              proposalId !== null
                ? 'console.otc.decide.proposed'
                : mayDecide
                  ? 'console.otc.decide.text'
                  : 'console.otc.decide.wait',
            )}
          </p>
        </div>
        <Facts appeal={appeal} />
        <Statements appeal={appeal} />
        <Timeline appeal={appeal} />
      </div>
      <AppealChat appeal={appeal} />
      {isDeciding && <DecisionDialog appeal={appeal} onClose={() => setDeciding(false)} />}
    </div>
  );
}

/** Holds and changed factors of the account that the coins would leave: a thief would have an accomplice win. */
function SellerSecurity({ appeal: { sellerSecurity } }: PartProps) {
  const intl = useIntl();
  const text = useText();
  const format = useFormatters();
  const { holds, factorChanges } = sellerSecurity;
  const [longest] = holds;
  const reasons = holds.map(({ reason }) => intl.formatMessage({ id: `console.facts.hold.${reason}` }));
  return (
    <Section title={text('console.otc.security')}>
      {longest !== undefined && (
        <p className="text-14 text-warn">
          {text('console.otc.held', {
            time: format.dateTime(longest.until),
            reasons: intl.formatList(reasons, { type: 'unit' }),
          })}
        </p>
      )}
      <DetailList ruled>
        <Detail label={text('console.queue.factors')} wraps>
          <FactorChanges changes={factorChanges} />
        </Detail>
      </DetailList>
    </Section>
  );
}

/** The order and its two sides. */
function Facts({ appeal }: PartProps) {
  const text = useText();
  const format = useFormatters();
  const words = useOtcWords();
  const { amount, coin, total, currency, price, method, payment, terms } = appeal;
  return (
    <Section title={text('console.otc.facts')}>
      <DetailList ruled className="border-y">
        <Detail label={text('console.otc.amount')} strong>{`${format.quantity(amount)} ${coin}`}</Detail>
        <Detail label={text('console.otc.total')} strong>
          {words.money(total, currency)}
        </Detail>
        <Detail label={text('console.otc.price')}>{words.money(price, currency)}</Detail>
        <Detail label={text('console.otc.method')}>{words.method(method)}</Detail>
        {payment !== null && (
          <Detail label={text('console.otc.account')} wraps>
            {[payment.holder, payment.bankName, payment.account, payment.details]
              .filter((part) => part !== '')
              .join(' · ')}
          </Detail>
        )}
        <Detail label={text('console.otc.created')}>{format.dateTime(appeal.createdTime)}</Detail>
        <Detail label={text('console.otc.paid')}>{format.dateTime(appeal.paidTime)}</Detail>
        <Detail label={text('console.otc.answerDue')}>{format.dateTime(appeal.answerDueTime)}</Detail>
        <Detail label={text('console.otc.due')}>{format.dateTime(appeal.decideDueTime)}</Detail>
      </DetailList>
      <div className="grid gap-6 sm:grid-cols-2">
        {(['buyer', 'seller'] as const).map((side) => (
          <Side key={side} appeal={appeal} side={side} />
        ))}
      </div>
      {terms !== '' && (
        <p dir="auto" className="border-s-2 ps-3 text-13 wrap-anywhere whitespace-pre-wrap text-ink-2">
          {terms}
        </p>
      )}
    </Section>
  );
}

function Side({ appeal, side }: PartProps & { readonly side: 'buyer' | 'seller' }) {
  const text = useText();
  const { userId, nickname, verifiedName, released, faults, isMerchant } = appeal[side];
  const isAwaited = side === 'buyer' ? appeal.awaitsBuyer : appeal.awaitsSeller;
  return (
    <section className="flex flex-col gap-1 text-13">
      <h3 className="text-14 font-semibold">{text(`console.otc.party.${side}`)}</h3>
      <p className="wrap-anywhere">
        <bdi>{nickname}</bdi> · {text('console.otc.user', { id: String(userId) })}
        {isMerchant && ` · ${text('console.otc.merchant')}`}
      </p>
      <p className="wrap-anywhere">
        {text('console.otc.name')}: <bdi>{verifiedName ?? '–'}</bdi>
      </p>
      <p className="text-ink-2">{text('console.otc.record', { released, faults })}</p>
      {isAwaited && <p className="text-warn">{text('console.otc.awaited')}</p>}
    </section>
  );
}

function Statements({ appeal: { orderId, statementRows } }: PartProps) {
  const text = useText();
  const format = useFormatters();
  return (
    <Section title={text('console.otc.statements')}>
      {statementRows.length === 0 && <p className="text-13 text-ink-3">{text('console.otc.noStatements')}</p>}
      <ol className="flex flex-col divide-y border-y">
        {statementRows.map((statement) => (
          <li key={`${statement.time} ${statement.evidence}`} className="flex flex-col gap-2 py-3">
            <span className="flex justify-between gap-4 text-12 text-ink-3">
              <span className="font-semibold text-ink-2">{text(`console.otc.party.${statement.by}`)}</span>
              <time className="figure">{format.dateTime(statement.time)}</time>
            </span>
            <p dir="auto" className="text-14 wrap-anywhere whitespace-pre-wrap [unicode-bidi:isolate]">
              {statement.text}
            </p>
            <span className="flex flex-wrap gap-2">
              {statement.images.map((image, index) => (
                <AppealPicture
                  key={image}
                  name={text('console.otc.picture', { number: index + 1 })}
                  source={{ kind: 'statement', orderId, image }}
                />
              ))}
            </span>
            <span className="font-mono text-12 break-all text-ink-3">{statement.evidence}</span>
          </li>
        ))}
      </ol>
    </Section>
  );
}

function Timeline({ appeal: { entries } }: PartProps) {
  const text = useText();
  const format = useFormatters();
  return (
    <Section title={text('console.otc.timeline')}>
      <ol className="flex flex-col divide-y border-y text-13">
        {entries.map((entry) => (
          <li key={`${entry.seq} ${entry.kind}`} className="flex flex-wrap justify-between gap-x-4 py-2">
            {text(otcEntryText(entry))}
            <time className="figure text-ink-3">{format.dateTime(entry.time)}</time>
          </li>
        ))}
      </ol>
    </Section>
  );
}
