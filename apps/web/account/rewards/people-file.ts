import type { PromotedUser } from '@candor/api';
import type { CsvColumn, RecordsPage } from '@candor/ui';
import { csvFields } from '../../common/csv-fields.ts';

/** Somebody whom the user brought, with the sums of one coin; one row without a coin for who has paid nothing yet. */
export interface PeopleFileRow extends Pick<PromotedUser, 'account' | 'generation' | 'registerTime'> {
  readonly coin: string | null;
  readonly fees: string | null;
  readonly rebate: string | null;
}

export const peopleColumns: readonly CsvColumn<PeopleFileRow>[] = csvFields<PeopleFileRow>(
  ['registerTime'],
  ['account', 'generation', 'coin', 'fees', 'rebate'],
);

/** Returns the rows of a file for a page of people, one a coin. */
export function peopleRows({ records, nextCursor }: RecordsPage<PromotedUser>): RecordsPage<PeopleFileRow> {
  return { records: records.flatMap(rowsOf), nextCursor };
}

function rowsOf({ account, generation, registerTime, totalInvested, rebate }: PromotedUser): PeopleFileRow[] {
  const own = { account, generation, registerTime };
  if (totalInvested.length === 0) return [{ ...own, coin: null, fees: null, rebate: null }];
  return totalInvested.map(({ coin, amount }) => ({
    ...own,
    coin,
    fees: amount,
    rebate: rebate.find((each) => each.coin === coin)?.amount ?? '0',
  }));
}
