import type { ByteReader, ByteWriter } from '../../codec/bytes.ts';
import {
  amount,
  big,
  count,
  type Field,
  flag,
  list,
  number,
  oneOf,
  record,
  text,
} from '../../codec/fields.ts';
import type { WalletName } from '../../ledger/wallets.ts';
import type { LentAsset, Loan, MarginBooks, RiskTerms, WalletBook } from './books.ts';

const lentAssets = list(
  record<LentAsset>({
    assetId: count,
    borrowable: flag,
    hourlyRatePpb: count,
    haircutPpm: count,
    maxBorrow: amount,
    index: big,
  }),
);

const riskTerms = list(
  record<RiskTerms>({
    symbolId: count,
    valueAssetId: count,
    maxLeverage: count,
    transferPpm: count,
    callPpm: count,
    liquidationPpm: count,
    saleBandPpm: count,
  }),
);

const loans = list(
  record<Loan>({
    loanId: count,
    assetId: count,
    principal: big,
    exact: big,
    index: big,
    posted: big,
    paid: big,
  }),
);

type StoredWallet = Omit<WalletBook, 'loans'> & { readonly loans: readonly Loan[] };

const wallets = list(
  record<StoredWallet>({
    account: count,
    userId: number,
    name: text as Field<string> as Field<WalletName>,
    wallet: oneOf(['margin-cross', 'margin-isolated']),
    symbolId: count,
    leverage: count,
    called: flag,
    saleId: count,
    loans,
  }),
);

export function writeMargin(writer: ByteWriter, books: MarginBooks): void {
  lentAssets.write(writer, [...books.assets.values()]);
  riskTerms.write(writer, [...books.terms.values()]);
  writer.count(books.hour);
  wallets.write(
    writer,
    [...books.wallets.values()].map((book) => ({ ...book, loans: [...book.loans.values()] })),
  );
}

/** Reads what `writeMargin` wrote into empty books. */
export function readMargin(reader: ByteReader, books: MarginBooks): void {
  for (const asset of lentAssets.read(reader)) books.assets.set(asset.assetId, { ...asset });
  for (const terms of riskTerms.read(reader)) books.terms.set(terms.symbolId, terms);
  books.hour = reader.count();
  for (const stored of wallets.read(reader)) {
    const book = { ...stored, loans: new Map<number, Loan>() };
    books.keep(book);
    for (const loan of stored.loans) books.addLoan(book, { ...loan });
  }
}
