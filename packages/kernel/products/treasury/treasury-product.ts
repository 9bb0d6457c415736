import type { Amount } from '@candor/money';
import { assert } from '../../assert.ts';
import type { ByteReader, ByteWriter } from '../../codec/bytes.ts';
import { big, count, list, record } from '../../codec/fields.ts';
import { HOUSE_FLOAT, SUSPENSE } from '../../ledger/accounts.ts';
import { numberRuns } from '../../memory/number-set.ts';
import { type CommandHandlers, type Product, type ProductContext, productRoom } from '../../product.ts';
import type { State } from '../../state.ts';
import { TreasuryBooks } from './books.ts';
import { treasuryCodecs } from './codec.ts';
import type { TreasuryCommand } from './commands.ts';
import { fundCustody, named, reconcileCustody, releaseSuspense } from './moves.ts';
import type { TreasuryView } from './view.ts';

const shortages = list(
  record<{ readonly assetId: number; readonly units: bigint }>({ assetId: count, units: big }),
);

/** The house's own coins in custody, those that belong to nobody yet, and the comparison of custody with the chains. */
class TreasuryProduct implements Product {
  readonly name = 'treasury';
  readonly handlers: CommandHandlers<TreasuryCommand>;
  readonly view: TreasuryView;
  private readonly state: State;
  private readonly books = new TreasuryBooks();

  constructor({ state, ports }: ProductContext) {
    const { books } = this;
    this.state = state;
    const room = { state, books };
    ports.isShort = (assetId) => books.shortages.has(assetId);
    this.handlers = {
      fundCustody: { perform: (_, command) => fundCustody(room, command) },
      reconcileCustody: { perform: (_, command) => reconcileCustody(room, command) },
      releaseSuspense: { perform: (_, command) => releaseSuspense(room, command) },
    };
    this.view = {
      treasuryOf: (assetId) => ({
        assetId,
        houseFloat: named(state, HOUSE_FLOAT, assetId) as Amount,
        suspense: named(state, SUSPENSE, assetId) as Amount,
        shortage: (books.shortages.get(assetId) ?? 0n) as Amount,
      }),
      isFunded: (fundingNo) => books.fundings.has(fundingNo),
      get lastReportNo() {
        return books.lastReportNo;
      },
    };
  }

  audit(): void {
    for (const [assetId, units] of this.books.shortages) {
      assert(units > 0n, 'a shortage is above 0');
      assert(this.state.assets.has(assetId), 'a shortage is of a listed asset');
    }
  }

  write(writer: ByteWriter): void {
    const { books } = this;
    numberRuns.write(writer, books.fundings.stored());
    numberRuns.write(writer, books.releases.stored());
    writer.count(books.lastReportNo);
    const sorted = [...books.shortages].sort(([a], [b]) => a - b);
    shortages.write(
      writer,
      sorted.map(([assetId, units]) => ({ assetId, units })),
    );
  }

  read(reader: ByteReader): void {
    const { books } = this;
    books.fundings.restore(numberRuns.read(reader));
    books.releases.restore(numberRuns.read(reader));
    books.lastReportNo = reader.count();
    for (const { assetId, units } of shortages.read(reader)) books.shortages.set(assetId, units);
  }
}

/** The treasury, as the list of products names it. */
export const treasury = productRoom('treasury', treasuryCodecs, (context) => new TreasuryProduct(context));
