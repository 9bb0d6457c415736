import {
  EMPTY_LISTING,
  type ListingApplication,
  type ListingChain,
  type ListingContents,
  type ListingForm,
  plainLink,
} from '@candor/api';
import type { PlainValues, TypedNumber } from '@candor/i18n';
import type { ActForm } from '@candor/ui';

/** Values of the form; `accepted` and `answer` go with a sending. */
export interface ListingValues extends Omit<ListingContents, 'chain' | 'totalSupply' | 'circulatingSupply'> {
  readonly chain: ListingChain | '';
  readonly totalSupply: TypedNumber;
  readonly circulatingSupply: TypedNumber;
  /** Ids of pictures. */
  readonly files: readonly string[];
  readonly accepted: string;
  readonly answer: string;
}

export type ListingAct = ActForm<ListingValues, ListingApplication>;

/** Lines of the form that hold text alone. */
export type LineName = 'project' | 'symbol' | 'website' | 'contract' | 'whitepaper' | 'code' | 'community';

/** The values that a form begins with: those of an application, or none. */
export function valuesOf(application: ListingApplication | null): ListingValues {
  const { chain, ...contents } = application?.form ?? EMPTY_LISTING;
  return {
    ...contents,
    chain: chain ?? '',
    files: application?.files.map(({ id }) => id) ?? [],
    accepted: '',
    answer: '',
  };
}

/** A link in the form that is kept; as it was typed where it is none, for the server to refuse. */
const linkOf = (typed: string): string => plainLink(typed) ?? typed.trim();

/** The form as it is saved. */
export function formOf(values: PlainValues<ListingValues>): ListingForm {
  const { accepted: _, answer: __, chain, audits, team, files, ...lines } = values;
  return {
    ...lines,
    website: linkOf(lines.website),
    whitepaper: linkOf(lines.whitepaper),
    code: linkOf(lines.code),
    community: linkOf(lines.community),
    contract: chain === 'own' ? '' : lines.contract,
    chain: chain === '' ? null : chain,
    audits: audits.map((audit) => ({
      ...audit,
      link: linkOf(audit.link),
      sha256: audit.sha256.trim().toLowerCase(),
    })),
    team: team.map((member) => ({ ...member, link: linkOf(member.link) })),
    files: [...files],
  };
}

/** SHA-256 of a file in hex, computed on this device. */
export async function hashOfFile(file: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
