// No schemas: browsers load this module.
import type { ListingContents } from './form.ts';

/** Contents of a form that nobody filled in. */
export const EMPTY_LISTING: ListingContents = {
  project: '',
  symbol: '',
  about: '',
  website: '',
  chain: null,
  contract: '',
  totalSupply: '',
  circulatingSupply: '',
  distribution: '',
  control: '',
  audits: [],
  noAudit: '',
  team: [],
  issuer: '',
  whitepaper: '',
  code: '',
  community: '',
};
