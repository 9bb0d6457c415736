import type { miningDeskCalls, OperatorMining } from '@candor/api';
import type { FundMining, Gear, OpenMining, RejectionCode, StreamView } from '@candor/kernel';
import { type Amount, parseDecimal } from '@candor/money';
import { MAX_DAILY_PPM } from '@candor/rules';
import { Refusal } from '../../base/errors/refusal.ts';
import { errorKeyOfRejection } from '../../engine/acts/index.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import { decodeCommand, encodeCommand } from '../../engine/outbox/index.ts';
import { amountText, ppmPercent } from '../../engine/values/index.ts';
import {
  type ActDetails,
  actKey,
  assetOf,
  type DeskDeps,
  type DeskHandlers,
  type FourEyesActs,
  ppmOf,
  proposeCommand,
} from '../../operators/operator/index.ts';
import { HOUSE_USER_ID } from '../../prices/listing/index.ts';
import { gearRowsOf } from './rows.ts';

const SECOND_MS = 1_000;

interface ReaderDeps {
  readonly core: CoreLink;
  readonly catalogues: CatalogueFollower;
}

async function readMining({ core, catalogues }: ReaderDeps): Promise<OperatorMining> {
  const { mode, streams, participants, house } = await core.ask('miningDesk', HOUSE_USER_ID);
  const catalogue = catalogues.current();
  return {
    practice: mode === 'practice',
    participants,
    openable:
      streams.length > 0 ? [] : catalogue.assets.map(({ assetId, code }) => ({ assetId, coin: code })),
    pools: streams.map((stream) => {
      const { assetId } = stream;
      const text = (amount: Amount | undefined) => amountText(catalogue, assetId, amount ?? (0n as Amount));
      return {
        assetId,
        coin: catalogue.assetById(assetId).code,
        free: text(stream.free),
        owed: text(stream.owed),
        held: text(stream.held),
        holders: stream.holders,
        dailyOutput: text(stream.perDay),
        endsTime: stream.endSecond === null ? null : stream.endSecond * SECOND_MS,
        isEmpty: stream.isEnded,
        gears: gearRowsOf(catalogue, stream),
        houseAvailable: text(house.find((balance) => balance.assetId === assetId)?.available),
      };
    }),
  };
}

const errorOf = (rejection: RejectionCode) =>
  rejection === 'INVALID_COMMAND' || rejection === 'QUANTITY_INVALID'
    ? 'AMOUNT_INVALID'
    : errorKeyOfRejection(rejection);

/** Gears as the log and the diff show them. */
function gearDetails(
  { catalogues }: Pick<ReaderDeps, 'catalogues'>,
  { assetId, gears }: { readonly assetId: number; readonly gears: readonly Gear[] },
): ActDetails {
  const { coin, shown } = assetOf(catalogues, assetId);
  const text = gears.map((gear) => `≥ ${shown(gear.minAmount)} ${coin}: ${ppmPercent(gear.dailyPpm)}%`);
  return { coin, gears: text.join('; ') };
}

/** The gears that stand, of any coin: one coin is mined. Null before the first ones. */
async function standing({ core }: Pick<ReaderDeps, 'core'>): Promise<StreamView | null> {
  const { streams } = await core.ask('miningState');
  return streams[0] ?? null;
}

const openingErrorOf = (rejection: RejectionCode) => {
  if (rejection === 'INVALID_COMMAND') return 'TERMS_INVALID';
  return rejection === 'NOT_PERMITTED' ? 'MINING_OPENED' : errorKeyOfRejection(rejection);
};

/** The acts on mining, which wait for a second operator: their payload is the command itself. */
export const miningFourEyes = (deps: ReaderDeps): FourEyesActs<'openMining' | 'fundMining'> => ({
  openMining: {
    // refused here, so that the proposal stays open and nothing is logged as done
    before: async (payload) => {
      if ((await standing(deps)) !== null) throw new Refusal('MINING_OPENED');
      const problem = await deps.core.ask('termsProblem', {
        ...(decodeCommand(payload) as OpenMining),
        type: 'setMiningTerms',
      });
      if (problem !== null) throw new Refusal(openingErrorOf(problem));
      return null;
    },
    effect: (payload) => ({ command: decodeCommand(payload), errorOf: openingErrorOf }),
  },
  fundMining: {
    before: async () => null,
    effect: (payload) => ({ command: decodeCommand(payload), errorOf }),
  },
});

/**
 * Mining, as operators meet it: the first gears, and the pools that pay. What users hold and earned is out of its reach, and
 * gears that stand are changed by an announcement alone.
 */
export function miningDesk({ proposals, core, catalogues }: DeskDeps): DeskHandlers<typeof miningDeskCalls> {
  return {
    getOperatorMining: () => readMining({ core, catalogues }),
    async openMining({ session, params: { assetId }, body: { gears, reason }, idempotencyKey }) {
      const { units } = assetOf(catalogues, assetId);
      const command: OpenMining = {
        type: 'openMining',
        assetId,
        gears: gears.map(({ minAmount, dailyPercent }) => ({
          minAmount: units(minAmount, 'minAmount'),
          dailyPpm: ppmOf(dailyPercent, 'dailyPercent', MAX_DAILY_PPM),
        })),
      };
      const after = gearDetails({ catalogues }, command);
      const proposal = { act: 'openMining', after, payload: encodeCommand(command), reason } as const;
      const key = actKey('openMining', session, idempotencyKey);
      return { proposalId: await proposals.propose(session, proposal, key) };
    },
    async fundMining({ session, params: { assetId }, body, idempotencyKey }) {
      const { direction, source, reason } = body;
      const catalogue = catalogues.current();
      const asset = catalogue.assets.find((each) => each.assetId === assetId);
      if (asset === undefined) throw new Refusal('UNKNOWN_COIN');
      // what is taken back goes to the house's own account alone
      if (direction === 'take' && source === 'practice')
        throw new Refusal('INVALID_INPUT', { field: 'source' });
      const units = parseDecimal(body.amount, asset.scale);
      if (units === null) throw new Refusal('AMOUNT_INVALID', { field: 'amount' });
      const command: FundMining = {
        type: 'fundMining',
        assetId,
        fromUserId: source === 'practice' ? 0 : HOUSE_USER_ID,
        amount: (direction === 'take' ? -units : units) as Amount,
        reason,
      };
      const shown = { coin: asset.code, amount: amountText(catalogue, assetId, command.amount), source };
      return proposeCommand(proposals, session, command, shown, idempotencyKey);
    },
  };
}
