import { LISTING_CHAIN_NAMES, type ListingApplication } from '@candor/api';
import {
  buttonClass,
  Detail,
  DetailList,
  Loaded,
  loneLinkClass,
  OutsideLink,
  PictureButton,
  SkeletonText,
  useFormatters,
  useText,
} from '@candor/ui';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { NoFee } from './checklist.tsx';
import { StateBadge } from './state.tsx';
import { useListing } from './use-listings.ts';
import { Withdraw } from './withdraw.tsx';

const route = getRouteApi('/shell/listing/applications');

/** One application: its state and the next step, what was asked and answered, and everything that was sent. */
export function ListingDetail({ id }: { readonly id: number }) {
  const text = useText();
  const { id: _, ...others } = route.useSearch();
  const query = useListing(id, true);
  return (
    <>
      <Link to="/listing/applications" search={others} className={`${loneLinkClass} self-start text-14`}>
        {text('listing.list')}
      </Link>
      <Loaded
        query={query}
        data={query.data}
        failedTitle={text('listing.failed')}
        failedHeading="h1"
        skeleton={<SkeletonText lines={12} />}
      >
        {(application) => <Shown application={application} />}
      </Loaded>
    </>
  );
}

interface ShownProps {
  readonly application: ListingApplication;
}

function Shown({ application }: ShownProps) {
  const text = useText();
  const { id, state, form } = application;
  return (
    <div className="flex min-w-0 flex-col gap-10">
      <header className="flex flex-col items-start gap-3">
        <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h1 className="min-w-0 text-28 font-semibold wrap-anywhere">
            {form.project === '' ? text('listing.number', { id }) : <bdi>{form.project}</bdi>}
          </h1>
          <StateBadge state={state} />
        </span>
        {form.project !== '' && <p className="text-13 text-ink-2">{text('listing.number', { id })}</p>}
        <State application={application} />
        <div className="flex flex-wrap gap-3">
          {(state === 'draft' || state === 'asked') && (
            <Link to="/listing/apply" search={{ id }} className={buttonClass('primary')}>
              {text(state === 'asked' ? 'listing.edit.asked' : 'listing.edit')}
            </Link>
          )}
          <Withdraw application={application} />
        </div>
      </header>
      <div className="grid gap-x-16 gap-y-10 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-10 lg:order-last">
          <Talk application={application} />
          <NoFee />
        </div>
        <Contents application={application} />
      </div>
    </div>
  );
}

/** The state in a sentence, with the reason of a rejection and what was not met. */
function State({ application }: ShownProps) {
  const text = useText();
  const format = useFormatters();
  const { state, dueTime, approvals, reason, unmet, rounds } = application;
  const question = rounds.at(-1)?.question ?? null;
  switch (state) {
    case 'sent':
      return (
        <p className="max-w-180 text-14 text-ink-2">
          {text('listing.waits', { time: format.dateTime(dueTime) })}{' '}
          {approvals > 0 && text('listing.approval')}
        </p>
      );
    case 'asked':
      return question === null ? null : (
        <p className="max-w-180 text-14 text-warn">{text(`review.reason.listing.${question.code}`)}</p>
      );
    case 'accepted':
      return <p className="max-w-180 text-14 text-ink-2">{text('listing.noListing')}</p>;
    case 'rejected':
      return (
        <div className="flex max-w-180 flex-col gap-3">
          {reason !== null && <p className="text-14 text-warn">{text(`review.reason.listing.${reason}`)}</p>}
          {unmet.length > 0 && (
            <section className="flex flex-col gap-1">
              <h2 className="text-14 font-semibold">{text('listing.unmet')}</h2>
              <ul className="flex list-disc flex-col gap-1 ps-6 text-14">
                {unmet.map((check) => (
                  <li key={check}>{text(`review.check.listing.${check}`)}</li>
                ))}
              </ul>
            </section>
          )}
        </div>
      );
    default:
      return null;
  }
}

/** Questions and answers, the latest last. */
function Talk({ application: { rounds } }: ShownProps) {
  const text = useText();
  const format = useFormatters();
  const lines = rounds.flatMap(({ sendTime, answer, question }) => [
    ...(answer === null
      ? []
      : [{ key: `a${sendTime}`, by: 'answer' as const, time: sendTime, words: answer }]),
    ...(question === null
      ? []
      : [{ key: `q${question.time}`, by: 'question' as const, time: question.time, words: question.text }]),
  ]);
  if (lines.length === 0) return null;
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <h2 className="text-20 font-semibold">{text('listing.talk')}</h2>
      <ul className="flex flex-col divide-y border-y">
        {lines.map(({ key, by, time, words }) => (
          <li key={key} className="flex min-w-0 flex-col gap-1 py-3">
            <span className="text-13 text-ink-2">
              {text(`listing.${by}`)} · {format.dateTime(time)}
            </span>
            <bdi className="text-14 whitespace-pre-line wrap-anywhere">{words}</bdi>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Row({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <dt className="text-13 text-ink-2">{label}</dt>
      <dd className="min-w-0 text-14 whitespace-pre-line wrap-anywhere">{children}</dd>
    </div>
  );
}

/** Everything that the application says. */
function Contents({ application }: ShownProps) {
  const text = useText();
  const format = useFormatters();
  const { form, files, rounds, decideTime } = application;
  const sent = rounds[0]?.sendTime ?? null;
  const chain =
    form.chain === 'own'
      ? text('review.value.listing.chain.own')
      : form.chain === null
        ? ''
        : LISTING_CHAIN_NAMES[form.chain];
  const lines = (
    ['symbol', 'about', 'contract', 'distribution', 'control', 'noAudit', 'issuer'] as const
  ).filter((name) => form[name] !== '');
  const links = (['website', 'whitepaper', 'code', 'community'] as const).filter((name) => form[name] !== '');
  return (
    <section className="flex min-w-0 flex-col gap-4">
      <DetailList ruled className="border-y text-14!">
        {sent !== null && (
          <Detail label={text('review.fact.listing.submitted')}>{format.dateTime(sent)}</Detail>
        )}
        {decideTime !== null && (
          <Detail label={text('listing.decided')}>{format.dateTime(decideTime)}</Detail>
        )}
        {chain !== '' && <Detail label={text('review.fact.listing.chain')}>{chain}</Detail>}
        {(['totalSupply', 'circulatingSupply'] as const).map(
          (name) =>
            form[name] !== '' && (
              <Detail key={name} label={text(`review.fact.listing.${name}`)} wraps>
                {format.quantity(form[name])}
              </Detail>
            ),
        )}
      </DetailList>
      <dl className="flex min-w-0 flex-col gap-4">
        {lines.map((name) => (
          <Row key={name} label={text(`review.fact.listing.${name}`)}>
            <bdi>{form[name]}</bdi>
          </Row>
        ))}
        {form.audits.map(({ auditor, link, sha256 }, at) => (
          <Row key={at} label={text('listing.audit', { number: at + 1 })}>
            <bdi className="block">{auditor}</bdi>
            <OutsideLink href={link} />
            <span className="block font-mono text-12 text-ink-2">{sha256}</span>
          </Row>
        ))}
        {form.team.map(({ name, role, link }, at) => (
          <Row key={at} label={text('listing.member', { number: at + 1 })}>
            <bdi className="block">{name}</bdi>
            <bdi className="block text-13 text-ink-2">{role}</bdi>
            {link !== '' && <OutsideLink href={link} />}
          </Row>
        ))}
        {links.map((name) => (
          <Row key={name} label={text(`review.fact.listing.${name}`)}>
            <OutsideLink href={form[name]} />
          </Row>
        ))}
        {files.length > 0 && (
          <Row label={text('listing.files')}>
            <span className="flex flex-wrap gap-3">
              {files.map(({ id, link }, at) => (
                <PictureButton
                  key={id}
                  src={link}
                  name={text('ui.picture', { number: at + 1 })}
                  className="size-24 object-cover"
                />
              ))}
            </span>
          </Row>
        )}
      </dl>
    </section>
  );
}
