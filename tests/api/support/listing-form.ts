import type { ListingForm } from '@candor/api';

/** A whole application for a token, without pictures. */
export const listingForm: ListingForm = {
  project: 'Harbour Protocol',
  symbol: 'HRB',
  about: 'Shared berths for small boats. The token pays the fee of a berth.',
  website: 'https://harbour.example/',
  chain: 'ethereum',
  contract: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  totalSupply: '100000000',
  circulatingSupply: '25000000.5',
  distribution: 'A quarter is sold, the rest is locked for three years.',
  control: 'Two of three keys can pause it; nobody can mint.',
  audits: [{ auditor: 'Plumb Line', link: 'https://audits.example/harbour.pdf', sha256: 'ab'.repeat(32) }],
  noAudit: '',
  team: [{ name: 'Ada Lovelace', role: 'Engineer', link: 'https://people.example/ada' }],
  issuer: 'Harbour AG, Zug, under Swiss law.',
  whitepaper: 'https://harbour.example/paper.pdf',
  code: 'https://code.example/harbour',
  community: '',
  files: [],
};
