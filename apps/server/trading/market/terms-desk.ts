import type { MarketTerms, marketTermsDeskCalls, NamedTerms } from '@candor/api';
import type { Command, RejectionCode, ScheduleChange, WithdrawChange } from '@candor/kernel';
import { TERMS_NOTICE_MS } from '@candor/rules';
import { Refusal } from '../../base/errors/refusal.ts';
import { errorKeyOfRejection } from '../../engine/acts/index.ts';
import { decodeCommand, encodeCommand } from '../../engine/outbox/index.ts';
import {
  type ActDetails,
  actKey,
  type DeskDeps,
  type DeskHandlers,
  type FourEyesActs,
} from '../../operators/operator/index.ts';
import { isOfSameTerms, readTerms } from './index.ts';

type Deps = Pick<DeskDeps, 'core' | 'catalogues'>;
type Of<Type extends Command['type']> = Extract<Command, { readonly type: Type }>;

async function read({ core, catalogues }: Deps) {
  const facts = await core.ask('marketTerms');
  return { facts, reader: readTerms(facts, catalogues.current()) };
}

/** The values of terms in one line, as the log and the diff of a proposal show them. */
function valuesText({ coin, terms }: NamedTerms): string {
  switch (terms.kind) {
    case 'fees':
      return terms.tiers
        .map((tier) => {
          const spot = `${tier.makerPercent}% / ${tier.takerPercent}%`;
          return `≥ ${tier.minVolume} ${coin}: ${spot}, ${tier.perpetualMakerPercent}% / ${tier.perpetualTakerPercent}%`;
        })
        .join('; ');
    case 'limits':
      return `≥ ${terms.minNotional} ${coin}, ≤ ${terms.maxQuantity}, × ${terms.maxOpenOrders}, ± ${terms.priceBandPercent}%`;
    case 'brackets':
      return terms.brackets
        .map(
          ({ floor, maintenancePercent, maxLeverage }) =>
            `≥ ${floor} ${coin}: ${maintenancePercent}%, ${maxLeverage}×`,
        )
        .join('; ');
    case 'marginCoin': {
      const rate = terms.borrowable ? `${terms.hourlyRatePercent}%` : '–';
      return `${rate}, ${terms.collateralPercent}%, ≤ ${terms.maxBorrow} ${coin}`;
    }
    case 'marginRisk': {
      const rates = [terms.transferPercent, terms.callPercent, terms.liquidationPercent];
      return `${terms.maxLeverage}×, ${rates.map((rate) => `${rate}%`).join(' / ')}, ± ${terms.saleBandPercent}%`;
    }
    case 'referral': {
      const shares = [terms.firstPercent, terms.secondPercent, terms.thirdPercent];
      return `${shares.map((share) => `${share}%`).join(' / ')}, ≤ ${terms.capPercent}%`;
    }
    case 'gears':
      return terms.gears
        .map(({ minAmount, dailyPercent }) => `≥ ${minAmount} ${coin}: ${dailyPercent}%`)
        .join('; ');
  }
}

const minuteText = (timeMs: number) => `${new Date(timeMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Subject of the terms: a market, a coin, or all. */
function subjectText({ market, coin, terms }: NamedTerms): string {
  if (market !== '') return market;
  return terms.kind === 'marginCoin' || terms.kind === 'gears' ? coin : '*';
}

function detailsOf(named: NamedTerms, effective: string): ActDetails {
  return { kind: named.terms.kind, of: subjectText(named), effective, values: valuesText(named) };
}

const errorOf = (rejection: RejectionCode) =>
  rejection === 'INVALID_COMMAND' ? 'TERMS_INVALID' : errorKeyOfRejection(rejection);

/**
 * Terms of markets, as operators meet them: fees, limits, brackets, margin terms, shares of referral and gears of mining. Other terms are proposed, approved
 * by a second operator, and so announced to users; they apply at their time. What is withdrawn leaves what stands.
 */
export function marketTermsDesk({
  acts,
  proposals,
  ...deps
}: DeskDeps): DeskHandlers<typeof marketTermsDeskCalls> {
  const desk = async () => {
    const { reader } = await read(deps);
    return { now: deps.now(), terms: reader.all(), changes: reader.changes() };
  };

  return {
    getMarketTerms: desk,
    async announceMarketTerms({ session, body: { terms, effectiveTime, reason }, idempotencyKey }) {
      const { reader } = await read(deps);
      const change = reader.commandOf(terms as MarketTerms);
      if (effectiveTime % 60_000 !== 0) throw new Refusal('TERMS_INVALID', { field: 'effectiveTime' });
      const command: ScheduleChange = { type: 'scheduleChange', effectiveMs: effectiveTime, reason, change };
      const after = detailsOf(reader.named(change), minuteText(effectiveTime));
      const key = actKey('announceMarketTerms', session, idempotencyKey);
      const proposal = {
        act: 'announceMarketTerms',
        after,
        payload: encodeCommand(command),
        reason,
      } as const;
      return { proposalId: await proposals.propose(session, proposal, key) };
    },
    async withdrawMarketTerms({ session, params: { changeNo }, body: { reason }, idempotencyKey }) {
      const { facts, reader } = await read(deps);
      const found = [...facts.announced, ...facts.ended].find((each) => each.changeNo === changeNo);
      if (found === undefined) throw new Refusal('NOT_FOUND');
      const body: WithdrawChange = { type: 'withdrawChange', changeNo, reason };
      const details = { ...detailsOf(reader.named(found.change), minuteText(found.effectiveMs)), reason };
      await acts.perform(
        session,
        { action: 'withdrawMarketTerms', body, details: details as never },
        idempotencyKey,
      );
      return desk();
    },
  };
}

/** The announcement of other terms, which waits for a second operator: its payload is the command itself. */
export function marketTermsFourEyes(deps: Deps & Pick<DeskDeps, 'now'>): FourEyesActs<'announceMarketTerms'> {
  return {
    announceMarketTerms: {
      before: async (payload) => {
        const { effectiveMs, change } = decodeCommand(payload) as Of<'scheduleChange'>;
        const { facts, reader } = await read(deps);
        const problem = await deps.core.ask('termsProblem', change);
        if (problem !== null) throw new Refusal(errorOf(problem));
        // refused here, not by the kernel alone, so that the proposal stays open and nothing is logged as done
        if (effectiveMs < deps.now() + TERMS_NOTICE_MS[change.type]) throw new Refusal('TERMS_TOO_SOON');
        const isAnnounced = facts.announced.some(({ change: other }) => isOfSameTerms(change, other));
        if (isAnnounced) throw new Refusal('TERMS_CHANGE_PENDING');
        const stands = reader.standing(change);
        return stands === null ? null : detailsOf(stands, 'now');
      },
      effect: (payload) => ({ command: decodeCommand(payload), errorOf }),
    },
  };
}
