import { EVERYWHERE, FEATURES, type Feature } from '@candor/api';
import type { Mode } from '@candor/kernel';
import { sql } from 'kysely';
import type { Db } from '../../base/database/index.ts';

/** A rule that holds now. */
export interface Rule {
  readonly feature: Feature;
  readonly country: string;
  readonly open: boolean;
  readonly reason: string;
  readonly atMs: number;
}

/** The rules that hold, by feature and country. */
export type Rules = ReadonlyMap<Feature, ReadonlyMap<string, Rule>>;

/** Second contracts are closed unless they are opened for a country; practice mode opens them with practice funds. */
export const opensByDefault = (feature: Feature, mode: Mode): boolean =>
  feature !== 'seconds' || mode === 'practice';

export async function readRules(db: Db): Promise<Rules> {
  const { rows } = await sql<{
    feature: Feature;
    country: string;
    is_open: boolean;
    reason: string;
    at: Date;
  }>`
    select distinct on (feature, country) feature, country, is_open, reason, at
    from features.rule order by feature, country, rule_no desc`.execute(db);
  const rules = new Map<Feature, Map<string, Rule>>(FEATURES.map((feature) => [feature, new Map()]));
  for (const { feature, country, is_open, reason, at } of rows)
    rules.get(feature)?.set(country, { feature, country, open: is_open, reason, atMs: at.getTime() });
  return rules;
}

/** Returns the rule for a country (null: unknown): its own rule, the rule for all, or none. */
export function ruleFor(rules: Rules, feature: Feature, country: string | null): Rule | null {
  const own = rules.get(feature);
  return (country === null ? undefined : own?.get(country)) ?? own?.get(EVERYWHERE) ?? null;
}

/** True if the feature is closed for nobody, so that no country needs to be known. */
export function isOpenEverywhere(rules: Rules, feature: Feature, mode: Mode): boolean {
  const own = rules.get(feature) ?? new Map<string, Rule>();
  const all = own.get(EVERYWHERE)?.open ?? opensByDefault(feature, mode);
  return all && [...own.values()].every(({ open }) => open);
}

/** The countries that a feature is opened for by name. */
export const openCountries = (rules: Rules, feature: Feature): string[] =>
  [...(rules.get(feature)?.values() ?? [])]
    .filter(({ open, country }) => open && country !== EVERYWHERE)
    .map(({ country }) => country)
    .sort();
