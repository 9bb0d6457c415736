// No schemas: browsers load this module.
import type { ListingContents } from './form.ts';

/** Fields that an application must have before it is sent. */
const NEEDED = [
  'project',
  'symbol',
  'about',
  'website',
  'chain',
  'totalSupply',
  'circulatingSupply',
  'distribution',
  'control',
  'issuer',
  'whitepaper',
  'code',
] as const satisfies readonly (keyof ListingContents)[];

const isBlank = (value: string | null) => value === null || value === '';

/**
 * The first field that keeps an application from being sent, by its name in the form; null where all is there. A row of a
 * list is named by its place, such as `team.0.name`.
 */
export function missingField(form: ListingContents): string | null {
  const field = NEEDED.find((name) => isBlank(form[name]));
  if (field !== undefined) return field;
  if (form.chain !== 'own' && form.contract === '') return 'contract';
  if (form.chain === 'own' && form.contract !== '') return 'contract';
  const audit = form.audits.findIndex(({ auditor, link, sha256 }) => [auditor, link, sha256].some(isBlank));
  if (audit >= 0) {
    const row = form.audits[audit]!;
    return `audits.${audit}.${(['auditor', 'link', 'sha256'] as const).find((name) => row[name] === '')}`;
  }
  if (form.audits.length === 0 && form.noAudit === '') return 'noAudit';
  if (form.team.length === 0) return 'team';
  const member = form.team.findIndex(({ name, role }) => name === '' || role === '');
  if (member >= 0) return `team.${member}.${form.team[member]!.name === '' ? 'name' : 'role'}`;
  return null;
}
