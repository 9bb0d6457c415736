import { z } from 'zod';
import { fileLink } from '../files/calls.ts';
import { textLine, textLines } from '../scalars.ts';
import {
  LISTING_ABOUT_LENGTH,
  LISTING_AUDITS,
  LISTING_CONTRACT_LENGTH,
  LISTING_FILES,
  LISTING_LINK_LENGTH,
  LISTING_NAME_LENGTH,
  LISTING_SYMBOL_LENGTH,
  LISTING_TEAM,
  LISTING_TEXT_LENGTH,
  type ListingChain,
  listingChains,
} from './constants.ts';
import { plainLink } from './links.ts';

const chain = z.enum(listingChains as readonly [ListingChain, ...ListingChain[]]);
/** A link in the one form that is kept; '' while it is not filled in. */
const link = z
  .string()
  .trim()
  .max(LISTING_LINK_LENGTH)
  .refine((typed) => typed === '' || plainLink(typed) !== null)
  .overwrite((typed) => plainLink(typed) ?? '');
/** Units of the whole supply, without decimals of a price: a number of up to 30 digits. */
const supply = z.string().regex(/^$|^(0|[1-9]\d{0,29})(\.\d{1,18})?$/);
const line = textLine(0, LISTING_NAME_LENGTH);
const text = textLines(0, LISTING_TEXT_LENGTH);

/** Contents of an application; a draft leaves out what is not filled in by ''. */
const contents = {
  project: line,
  symbol: z.string().regex(new RegExp(`^[A-Za-z0-9]{0,${LISTING_SYMBOL_LENGTH}}$`)),
  about: textLines(0, LISTING_ABOUT_LENGTH),
  website: link,
  /** Null while none is chosen. */
  chain: chain.nullable(),
  /** Address of the token's contract; '' for a coin of a chain of its own. */
  contract: textLine(0, LISTING_CONTRACT_LENGTH),
  totalSupply: supply,
  circulatingSupply: supply,
  /** Holders of the supply, and the times at which locked parts become free. */
  distribution: text,
  /** Powers to mint, freeze, pause or upgrade, and their holders. */
  control: text,
  /** Reports as links with the SHA-256 of the file that was meant, in hex; '' while it is not filled in. */
  audits: z
    .array(z.strictObject({ auditor: line, link, sha256: z.string().regex(/^$|^[0-9a-f]{64}$/) }))
    .max(LISTING_AUDITS),
  /** Why there is no audit, where there is none. */
  noAudit: text,
  team: z.array(z.strictObject({ name: line, role: line, link })).max(LISTING_TEAM),
  /** Issuer of the token, and the law of its issue. */
  issuer: text,
  whitepaper: link,
  code: link,
  community: link,
};

export const listingForm = z.strictObject({
  ...contents,
  /** Pictures: the links that uploads answered. */
  files: z.array(fileLink).max(LISTING_FILES),
});

/** The contents as they are kept and shown. */
export const listingContents = z.strictObject(contents);

export type ListingForm = z.output<typeof listingForm>;
export type ListingContents = z.output<typeof listingContents>;
