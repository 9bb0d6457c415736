// No schemas: browsers load this module.
import type { ListingContents } from './form.ts';

const isBlank = (value: string | null) => value === null || value === '';

/** Rows of a list with the fields that each must have, by their place, such as `team.0.name`. */
const inRows = <Row extends Readonly<Record<string, string>>>(
  list: string,
  rows: readonly Row[],
  needed: readonly (keyof Row & string)[],
): string[] =>
  rows.flatMap((row, at) =>
    needed.filter((name) => isBlank(row[name]!)).map((name) => `${list}.${at}.${name}`),
  );

/**
 * All fields that keep an application from being sent, by their names in the form and in its order; `team` where nobody is
 * named. A row of a list is named by its place, such as `team.0.name`.
 */
export function missingFields(form: ListingContents): string[] {
  const blank = (...names: readonly (keyof ListingContents)[]) =>
    names.filter((name) => isBlank(form[name] as string | null));
  const hasContract = form.contract !== '';
  return [
    ...blank('project', 'symbol', 'about', 'website', 'chain'),
    ...((form.chain === 'own') === hasContract ? ['contract'] : []),
    ...blank('totalSupply', 'circulatingSupply', 'distribution', 'control'),
    ...inRows('audits', form.audits, ['auditor', 'link', 'sha256']),
    ...(form.audits.length === 0 ? blank('noAudit') : []),
    ...(form.team.length === 0 ? ['team'] : inRows('team', form.team, ['name', 'role'])),
    ...blank('issuer', 'whitepaper', 'code'),
  ];
}

/** The first of these fields; null where all is there. */
export const missingField = (form: ListingContents): string | null => missingFields(form)[0] ?? null;
