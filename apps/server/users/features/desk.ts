import { EVERYWHERE, FEATURES, type Feature, type featuresDeskCalls } from '@candor/api';
import type { Command } from '@candor/kernel';
import type { Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { countries } from '../../gateway/content/index.ts';
import {
  actKey,
  type DeskDeps,
  type DeskHandlers,
  type FourEyesActs,
} from '../../operators/operator/index.ts';
import { openCountries, opensByDefault, readRules } from './index.ts';

type Needs = Pick<DeskDeps, 'catalogues' | 'operators' | 'now'>;

interface Change {
  readonly feature: Feature;
  readonly country: string;
  readonly open: boolean;
  readonly reason: string;
  /** Command that opens second contracts to users once the change stands: the kernel checks the country as well. */
  readonly seconds: Extract<Command, { readonly type: 'enableSeconds' }> | null;
}

const words = (feature: string, country: string, open: boolean) => ({
  feature,
  country,
  state: open ? 'open' : 'closed',
});

/** Products by country. Second contracts are closed unless they are opened for a country. */
export function featuresDesk(deps: DeskDeps): DeskHandlers<typeof featuresDeskCalls> {
  const { catalogues, operators, proposals } = deps;
  const db = operators.db;

  /** @throws Refusal FEATURE_NEEDS_COUNTRY: outside of practice mode second contracts are opened by country alone */
  async function secondsAfter(country: string, open: boolean): Promise<Change['seconds']> {
    const isPractice = catalogues.current().mode === 'practice';
    if (country === EVERYWHERE && open && !isPractice)
      throw new Refusal('FEATURE_NEEDS_COUNTRY', { field: 'country' });
    const rules = await readRules(db);
    const before = openCountries(rules, 'seconds').filter((each) => each !== country);
    const all = rules.get('seconds')?.get(EVERYWHERE)?.open ?? isPractice;
    return {
      type: 'enableSeconds',
      practice: isPractice && (country === EVERYWHERE ? open : all),
      countries: open && country !== EVERYWHERE ? [...before, country].sort() : before,
    };
  }

  return {
    async getOperatorFeatures() {
      const { mode } = catalogues.current();
      const rules = await readRules(db);
      return FEATURES.map((feature) => ({
        feature,
        opensByDefault: opensByDefault(feature, mode),
        rules: [...(rules.get(feature)?.values() ?? [])].map(({ country, open, reason, atMs }) => ({
          country,
          open,
          reason,
          time: atMs,
        })),
      }));
    },
    async setFeature({ session, params: { feature }, body, idempotencyKey }) {
      const { country, open, reason } = body;
      if (country !== EVERYWHERE && !countries('en').some((each) => each.country === country))
        throw new Refusal('INVALID_INPUT', { field: 'country' });
      const seconds = feature === 'seconds' ? await secondsAfter(country, open) : null;
      const key = actKey('setFeature', session, idempotencyKey);
      const payload = JSON.stringify({ feature, country, open, reason, seconds } satisfies Change);
      const proposal = {
        act: 'setFeature',
        after: words(feature, country, open),
        payload,
        reason,
      } as const;
      return { proposalId: await proposals.propose(session, proposal, key) };
    },
  };
}

/** The act: a rule more. A rule on second contracts is a journaled command as well. */
export function featuresFourEyes({ catalogues, operators, now }: Needs): FourEyesActs<'setFeature'> {
  return {
    setFeature: {
      async before(payload) {
        const { feature, country } = JSON.parse(payload) as Change;
        const rules = await readRules(operators.db);
        const stands =
          rules.get(feature)?.get(country)?.open ??
          rules.get(feature)?.get(EVERYWHERE)?.open ??
          opensByDefault(feature, catalogues.current().mode);
        return words(feature, country, stands);
      },
      effect(payload) {
        const { feature, country, open, reason, seconds } = JSON.parse(payload) as Change;
        const write = async (trx: Trx) => {
          await trx
            .insertInto('features.rule')
            .values({ feature, country, is_open: open, reason, at: new Date(now()) })
            .execute();
        };
        return seconds === null ? { within: write } : { command: seconds, beside: write };
      },
    },
  };
}
