import { Button, TextField, useText } from '@candor/ui';
import { useState } from 'react';
import { useDeskSearch } from '../shell/use-desk-search.ts';
import { billsSearch, depositsSearch, withdrawalsSearch } from './record-search.ts';
import { BillsTable, DepositsTable, WithdrawalsTable } from './record-tables.tsx';

function About({ id }: { readonly id: `console.records.about.${'bills' | 'lists'}` }) {
  const text = useText();
  return <p className="max-w-160 pb-4 text-14 text-ink-2">{text(id)}</p>;
}

/** Wallet entries of one user. */
export function BillsScreen() {
  const text = useText();
  const [search, show] = useDeskSearch(billsSearch);
  const [user, setUser] = useState('');
  return (
    <>
      <About id="console.records.about.bills" />
      {search.userId === undefined ? (
        <form
          className="max-w-80"
          onSubmit={(event) => {
            event.preventDefault();
            show(billsSearch({ ...search, userId: user }));
          }}
        >
          <TextField
            label={text('console.records.user')}
            inputMode="numeric"
            value={user}
            onValueChange={setUser}
            end={
              <Button type="submit" variant="plain" size="small">
                {text('console.shell.filter')}
              </Button>
            }
          />
        </form>
      ) : (
        <BillsTable search={search} onShow={show} />
      )}
    </>
  );
}

/** Deposits of all users. */
export function DepositsScreen() {
  const [search, show] = useDeskSearch(depositsSearch);
  return (
    <>
      <About id="console.records.about.lists" />
      <DepositsTable search={search} onShow={show} />
    </>
  );
}

/** Withdrawals of all users. */
export function WithdrawalsScreen() {
  const [search, show] = useDeskSearch(withdrawalsSearch);
  return (
    <>
      <About id="console.records.about.lists" />
      <WithdrawalsTable search={search} onShow={show} />
    </>
  );
}
