import { LISTING_CHAIN_NAMES, type ListingContents } from '@candor/api';
import type { Db } from '../../base/database/index.ts';
import { contentsOf, roundsOf, type StoredRound } from './rows.ts';

/** Names of its pictures: `first` to `fourth`. */
const PICTURES = ['first', 'second', 'third', 'fourth'] as const;

export const pictureNames = ({ files }: Pick<StoredRound, 'files'>): readonly string[] =>
  PICTURES.slice(0, files.length);

interface Fact {
  readonly name: string;
  readonly value: string;
}

/** The name of a chain; `own` is a word of the catalogues. */
const chainText = (chain: ListingContents['chain']): string =>
  chain === null || chain === 'own' ? (chain ?? '') : LISTING_CHAIN_NAMES[chain];

/** Other applications that were sent for the same contract, by others and by the user. */
async function otherApplications(db: Db, { application_id: id, token }: StoredRound): Promise<number> {
  if (token === null) return 0;
  const { count } = await db
    .selectFrom('listing.round')
    .select(({ fn }) => fn.count<bigint>('application_id').distinct().as('count'))
    .where('token', '=', token)
    .where('application_id', '<>', id)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Earlier questions with their answers. */
async function talkOf(db: Db, round: StoredRound): Promise<readonly Fact[]> {
  const rounds = await roundsOf(db, round.application_id);
  return rounds
    .filter(({ review_round }) => review_round <= round.review_round)
    .flatMap(({ review_round: at, ask_text, answer }) => [
      ...(answer === null ? [] : [{ name: 'answer', value: `${at}: ${answer}` }]),
      ...(ask_text === null ? [] : [{ name: 'question', value: `${at}: ${ask_text}` }]),
    ]);
}

/** Everything that was sent in a round, as its reviewer reads it. Texts are shown as texts. */
export async function factsOfListing(db: Db, round: StoredRound): Promise<readonly Fact[]> {
  const form = contentsOf(round);
  const [others, talk] = await Promise.all([otherApplications(db, round), talkOf(db, round)]);
  const facts: Fact[] = [
    { name: 'application', value: String(round.application_id) },
    { name: 'project', value: form.project },
    { name: 'symbol', value: form.symbol },
    { name: 'about', value: form.about },
    { name: 'website', value: form.website },
    { name: 'chain', value: chainText(form.chain) },
    { name: 'contract', value: form.contract },
    { name: 'otherApplications', value: String(others) },
    { name: 'totalSupply', value: form.totalSupply },
    { name: 'circulatingSupply', value: form.circulatingSupply },
    { name: 'distribution', value: form.distribution },
    { name: 'control', value: form.control },
    ...form.audits.flatMap(({ auditor, link, sha256 }, at) => [
      { name: 'auditor', value: `${at + 1}: ${auditor}` },
      { name: 'auditLink', value: link },
      { name: 'auditHash', value: sha256 },
    ]),
    { name: 'noAudit', value: form.noAudit },
    ...form.team.flatMap(({ name, role, link }, at) => [
      { name: 'member', value: `${at + 1}: ${name}, ${role}` },
      { name: 'memberLink', value: link },
    ]),
    { name: 'issuer', value: form.issuer },
    { name: 'whitepaper', value: form.whitepaper },
    { name: 'code', value: form.code },
    { name: 'community', value: form.community },
    { name: 'submitted', value: round.sent_at.toISOString() },
    ...talk,
  ];
  return facts.filter(({ value }) => value !== '');
}
