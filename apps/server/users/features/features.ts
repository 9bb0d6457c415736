import { FEATURES, type Feature, type Features as Shown } from '@candor/api';
import { sql } from 'kysely';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { Pool } from 'pg';
import { type Db, kyselyOf, migrate, type Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import { countries } from '../../gateway/content/index.ts';
import { isOpenEverywhere, opensByDefault, type Rules, readRules, ruleFor } from './rules.ts';
import { migrations } from './schema.ts';

/** Products that are open in a user's country. */
export interface Features {
  /** The country of a user; null where none is known. */
  countryOf(userId: number): Promise<string | null>;
  show(userId: number | null): Promise<Shown>;
  /** @throws Refusal COUNTRY_KNOWN, INVALID_INPUT */
  declare(userId: number, country: string): Promise<void>;
  /** Keeps the country of a phone number in the transaction of its registration. */
  register(trx: Trx, userId: number, phone: string): Promise<void>;
  /**
   * Lets an opening act in: at once where the product is closed for nobody.
   * @throws Refusal FEATURE_CLOSED, FEATURE_COUNTRY_UNKNOWN
   */
  admit(userId: number, feature: Feature): Promise<void> | undefined;
  /** Like `admit`, by the rules as they stand at this moment. @throws Refusal FEATURE_CLOSED, FEATURE_COUNTRY_UNKNOWN */
  admitNow(userId: number, feature: Feature): Promise<void>;
  /** Closings of a product, as the rules stand now; null where it is open for everybody. */
  closings(feature: Feature): Promise<Closings | null>;
}

/** A closed product: who is concerned, and why. */
export interface Closings {
  /** The closing that concerns a user; null where the product is open for them. */
  of(userId: number): Promise<Closing | null>;
}

export interface Closing {
  /** The operator's words; '' where nobody closed it. */
  readonly reason: string;
  /** Time of the rule, in ms; 0 where there is none. */
  readonly atMs: number;
}

export interface FeaturesDeps {
  readonly pool: Pool;
  readonly catalogues: CatalogueFollower;
  /** The country of an approved verification; null for none. */
  readonly verifiedCountry: (userId: number) => Promise<string | null>;
  readonly now: () => number;
}

/** A rule reaches every door within this time. */
const RULES_LIVE_MS = 5_000;

export async function openFeatures(deps: FeaturesDeps): Promise<Features> {
  await migrate(deps.pool, 'features', migrations);
  return createFeatures(deps);
}

/** Shared by the functions of the room. */
interface FeaturesRoom extends Omit<FeaturesDeps, 'pool'> {
  readonly db: Db;
}

/** By the strongest source that names one: verification, registration, declaration. */
async function knownCountry(
  { db, verifiedCountry }: FeaturesRoom,
  userId: number,
): Promise<Shown['country']> {
  const verified = await verifiedCountry(userId);
  if (verified !== null) return { code: verified, source: 'kyc' };
  const row = await db
    .selectFrom('features.person')
    .select(['registered', 'declared'])
    .where('user_id', '=', BigInt(userId))
    .executeTakeFirst();
  if (row === undefined) return null;
  if (row.registered !== null) return { code: row.registered, source: 'registration' };
  return row.declared === null ? null : { code: row.declared, source: 'declared' };
}

const isOpen = (
  { catalogues }: FeaturesRoom,
  rules: Rules,
  feature: Feature,
  country: string | null,
): boolean => ruleFor(rules, feature, country)?.open ?? opensByDefault(feature, catalogues.current().mode);

/** @throws Refusal FEATURE_CLOSED, FEATURE_COUNTRY_UNKNOWN */
async function refuseClosed(
  room: FeaturesRoom,
  userId: number,
  feature: Feature,
  rules: Rules,
): Promise<void> {
  const country = (await knownCountry(room, userId))?.code ?? null;
  if (isOpen(room, rules, feature, country)) return;
  if (country === null) throw new Refusal('FEATURE_COUNTRY_UNKNOWN');
  const reason = ruleFor(rules, feature, country)?.reason ?? '';
  throw new Refusal('FEATURE_CLOSED', { details: { feature, country, reason } });
}

async function declare(room: FeaturesRoom, userId: number, country: string): Promise<void> {
  const { db, now } = room;
  if (!countries('en').some((each) => each.country === country))
    throw new Refusal('INVALID_INPUT', { field: 'country' });
  const before = await knownCountry(room, userId);
  if (before?.source === 'declared' && before.code === country) return;
  if (before !== null) throw new Refusal('COUNTRY_KNOWN', { field: 'country' });
  await db
    .insertInto('features.person')
    .values({ user_id: userId, registered: null, declared: country, declared_at: new Date(now()) })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ declared: country, declared_at: new Date(now()) })
        .where(sql<boolean>`features.person.declared is null`),
    )
    .execute();
}

async function register(trx: Trx, userId: number, phone: string): Promise<void> {
  const registered = parsePhoneNumberFromString(phone)?.country ?? null;
  if (registered === null) return;
  await trx
    .insertInto('features.person')
    .values({ user_id: userId, registered, declared: null, declared_at: null })
    .execute();
}

/** The same over tables that another process made. */
export function createFeatures({ pool, ...deps }: FeaturesDeps): Features {
  const { catalogues, now } = deps;
  const db = kyselyOf(pool);
  const room: FeaturesRoom = { ...deps, db };
  let kept: { readonly rules: Rules; readonly atMs: number } | null = null;

  async function fresh(): Promise<Rules> {
    const atMs = now();
    const rules = await readRules(db);
    kept = { rules, atMs };
    return rules;
  }
  const keptRules = (): Rules | null =>
    kept !== null && Math.abs(now() - kept.atMs) < RULES_LIVE_MS ? kept.rules : null;

  return {
    countryOf: async (userId) => (await knownCountry(room, userId))?.code ?? null,
    async show(userId) {
      const [rules, country] = await Promise.all([
        fresh(),
        userId === null ? null : knownCountry(room, userId),
      ]);
      return {
        country,
        features: FEATURES.map((feature) => {
          const open = isOpen(room, rules, feature, country?.code ?? null);
          const rule = ruleFor(rules, feature, country?.code ?? null);
          return { feature, open, reason: open ? null : (rule?.reason ?? null) };
        }),
      };
    },
    declare: (userId, country) => declare(room, userId, country),
    register,
    async closings(feature) {
      const rules = await fresh();
      if (isOpenEverywhere(rules, feature, catalogues.current().mode)) return null;
      return {
        async of(userId) {
          const country = (await knownCountry(room, userId))?.code ?? null;
          if (isOpen(room, rules, feature, country)) return null;
          const rule = ruleFor(rules, feature, country);
          return { reason: rule?.reason ?? '', atMs: rule?.atMs ?? 0 };
        },
      };
    },
    async admitNow(userId, feature) {
      const rules = await fresh();
      if (!isOpenEverywhere(rules, feature, catalogues.current().mode))
        await refuseClosed(room, userId, feature, rules);
    },
    admit(userId, feature) {
      const rules = keptRules();
      const { mode } = catalogues.current();
      if (rules !== null && isOpenEverywhere(rules, feature, mode)) return undefined;
      return (async () => {
        const current = rules ?? (await fresh());
        if (!isOpenEverywhere(current, feature, mode)) await refuseClosed(room, userId, feature, current);
      })();
    },
  };
}
