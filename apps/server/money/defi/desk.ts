import type { miningDeskCalls, OperatorMining } from '@candor/api';
import type { FundMining, RejectionCode } from '@candor/kernel';
import { type Amount, parseDecimal } from '@candor/money';
import { Refusal } from '../../base/errors/refusal.ts';
import { errorKeyOfRejection } from '../../engine/acts/index.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import { decodeCommand } from '../../engine/outbox/index.ts';
import { amountText } from '../../engine/values/index.ts';
import {
  type DeskDeps,
  type DeskHandlers,
  type FourEyesActs,
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

/** The act on mining, which waits for a second operator: its payload is the command itself. */
export const miningFourEyes = (): FourEyesActs<'fundMining'> => ({
  fundMining: {
    before: async () => null,
    effect: (payload) => ({ command: decodeCommand(payload), errorOf }),
  },
});

/** Mining, as operators meet it: the pools that pay. What users hold and earned is out of its reach. */
export function miningDesk({ proposals, core, catalogues }: DeskDeps): DeskHandlers<typeof miningDeskCalls> {
  return {
    getOperatorMining: () => readMining({ core, catalogues }),
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
