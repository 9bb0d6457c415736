import {
  LISTING_ABOUT_LENGTH,
  LISTING_ANSWER_LENGTH,
  LISTING_CHAIN_NAMES,
  LISTING_CONTRACT_LENGTH,
  LISTING_FILES,
  LISTING_LINK_LENGTH,
  LISTING_NAME_LENGTH,
  LISTING_SYMBOL_LENGTH,
  LISTING_TEXT_LENGTH,
  type ListingApplication,
  type ListingChain,
  listingChains,
} from '@candor/api';
import { ActMessage, Button, FormField, NumberField, Select, TextArea, useText } from '@candor/ui';
import { AcceptField } from '../forms/accept-field.tsx';
import { PicturesField } from '../forms/pictures-field.tsx';
import { useDraft } from '../forms/use-draft.ts';
import { Line, Part, Texts, useLinkCheck } from './lines.tsx';
import { Audits, Team } from './rows.tsx';
import { useListingForm } from './use-listing-form.ts';
import type { ListingAct } from './values.ts';

/** Decimals of a supply: those of most tokens. */
const DECIMALS = 18;
const SYMBOL = /^[A-Za-z0-9]*$/;
const KEPT = [
  'project',
  'symbol',
  'about',
  'website',
  'chain',
  'contract',
  'distribution',
  'control',
  'audits',
  'noAudit',
  'team',
  'issuer',
  'whitepaper',
  'community',
  'answer',
] as const;

function ProjectPart({ act }: { readonly act: ListingAct }) {
  const text = useText();
  const check = useLinkCheck();
  const symbolCheck = (typed: string) => (SYMBOL.test(typed) ? null : text('listing.symbol.bad'));
  return (
    <Part title={text('listing.part.project')}>
      <Line act={act} name="project" maxLength={LISTING_NAME_LENGTH} />
      <Line act={act} name="symbol" maxLength={LISTING_SYMBOL_LENGTH} check={symbolCheck} />
      <Texts
        act={act}
        name="about"
        description={text('listing.about.text')}
        maxLength={LISTING_ABOUT_LENGTH}
      />
      <Line act={act} name="website" maxLength={LISTING_LINK_LENGTH} check={check} />
    </Part>
  );
}

function TokenPart({ act }: { readonly act: ListingAct }) {
  const text = useText();
  const nameOf = (chain: ListingChain) =>
    chain === 'own' ? text('review.value.listing.chain.own') : LISTING_CHAIN_NAMES[chain];
  return (
    <Part title={text('listing.part.token')}>
      <FormField act={act} name="chain" required={false}>
        {(field) => (
          <Select
            {...field}
            label={text('review.fact.listing.chain')}
            placeholder={text('ui.required.choice')}
            options={listingChains.map((chain) => ({ value: chain, label: nameOf(chain) }))}
          />
        )}
      </FormField>
      {act.form.watch('chain') !== 'own' && (
        <Line
          act={act}
          name="contract"
          description={text('listing.contract.text')}
          maxLength={LISTING_CONTRACT_LENGTH}
        />
      )}
      {(['totalSupply', 'circulatingSupply'] as const).map((name) => (
        <FormField key={name} act={act} name={name} required={false}>
          {(field) => (
            <NumberField {...field} label={text(`review.fact.listing.${name}`)} decimals={DECIMALS} />
          )}
        </FormField>
      ))}
      {(['distribution', 'control'] as const).map((name) => (
        <Texts key={name} act={act} name={name} maxLength={LISTING_TEXT_LENGTH} />
      ))}
    </Part>
  );
}

function AuditsPart({ act }: { readonly act: ListingAct }) {
  const text = useText();
  return (
    <Part title={text('listing.audits')} text={text('listing.audits.text')}>
      <Audits act={act} />
      {act.form.watch('audits').length === 0 && (
        <Texts act={act} name="noAudit" maxLength={LISTING_TEXT_LENGTH} />
      )}
    </Part>
  );
}

interface PeopleProps {
  readonly act: ListingAct;
  /** True where nobody is named although the application is to be sent. */
  readonly isMissing: boolean;
}

function PeoplePart({ act, isMissing }: PeopleProps) {
  const text = useText();
  return (
    <Part title={text('listing.part.people')}>
      <Team act={act} />
      {isMissing && (
        <p role="alert" className="text-13 text-warn">
          {text('listing.needed.team')}
        </p>
      )}
      <Texts act={act} name="issuer" maxLength={LISTING_TEXT_LENGTH} />
    </Part>
  );
}

function LinksPart({ act }: { readonly act: ListingAct }) {
  const text = useText();
  const check = useLinkCheck();
  return (
    <Part title={text('listing.links')} text={text('listing.links.text')}>
      {(['whitepaper', 'code', 'community'] as const).map((name) => (
        <Line
          key={name}
          act={act}
          name={name}
          description={name === 'community' ? text('listing.optional') : undefined}
          maxLength={LISTING_LINK_LENGTH}
          check={check}
        />
      ))}
    </Part>
  );
}

interface FilesProps {
  readonly act: ListingAct;
  readonly application: ListingApplication | null;
}

function FilesPart({ act, application }: FilesProps) {
  const text = useText();
  return (
    <div className="border-t pt-6">
      <FormField act={act} name="files" required={false}>
        {({ value, onValueChange, error }, onBusy) => (
          <PicturesField
            label={text('listing.files')}
            description={text('listing.files.text', { count: LISTING_FILES })}
            most={LISTING_FILES}
            kept={application?.files.map(({ id, link }) => ({ id, url: link })) ?? []}
            value={value}
            onValueChange={onValueChange}
            error={error}
            onBusy={onBusy}
          />
        )}
      </FormField>
    </div>
  );
}

/** The open question in the reviewer's words, and the answer to it. */
function QuestionPart({ act, application }: FilesProps) {
  const text = useText();
  const question = application?.rounds.at(-1)?.question ?? null;
  if (application?.state !== 'asked' || question === null) return null;
  return (
    <section className="flex min-w-0 flex-col gap-4 border-s-4 border-warn ps-4">
      <h2 className="text-16 font-semibold">{text('listing.question')}</h2>
      <p className="text-14 text-ink-2">{text(`review.reason.listing.${question.code}`)}</p>
      <bdi className="text-14 whitespace-pre-line wrap-anywhere">{question.text}</bdi>
      <FormField act={act} name="answer" required={false}>
        {(field) => (
          <TextArea {...field} label={text('listing.answer')} maxLength={LISTING_ANSWER_LENGTH} rows={4} />
        )}
      </FormField>
    </section>
  );
}

/** The application as its owner fills it in: saved as often as wanted, sent once it is whole. */
export function ListingFormView({ application }: { readonly application: ListingApplication | null }) {
  const text = useText();
  const { act, sending, refused, isTeamMissing, onSend, onSave } = useListingForm(application);
  useDraft(act, `listing ${application?.id ?? 'new'}`, KEPT);
  const isAsked = application?.state === 'asked';
  return (
    <form noValidate onSubmit={onSave} className="flex min-w-0 flex-col gap-6">
      <QuestionPart act={act} application={application} />
      <ProjectPart act={act} />
      <TokenPart act={act} />
      <AuditsPart act={act} />
      <PeoplePart act={act} isMissing={isTeamMissing} />
      <LinksPart act={act} />
      <FilesPart act={act} application={application} />
      <div className="flex flex-col items-start gap-4 border-t pt-6">
        <AcceptField
          act={act as never}
          of="listing"
          sentence={text('listing.accept')}
          first={text('listing.accept.first')}
          isNeeded={false}
        />
        <div className="flex flex-wrap gap-3">
          <Button size="large" loading={sending.isPending} disabled={act.isPending} onClick={onSend}>
            {text(isAsked ? 'listing.answer.send' : 'listing.send')}
          </Button>
          <Button type="submit" variant="quiet" size="large" loading={act.isPending}>
            {text('listing.save')}
          </Button>
        </div>
        <ActMessage phase={act.phase ?? sending.phase} error={act.error ?? refused} />
      </div>
    </form>
  );
}
