import type { FoundUser, OperatorUserRow } from '@candor/api';
import {
  Badge,
  Button,
  type Column,
  DataTable,
  loneLinkClass,
  TextField,
  useFormatters,
  useText,
} from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useConsole } from '../data/session.ts';
import { RecordTable } from '../shell/record-table.tsx';
import { useDeskSearch } from '../shell/use-desk-search.ts';
import { usersSearch, usersTerms } from './search.ts';
import { UserPage } from './user-page.tsx';

const PATH: string = '/users';

function UserLink({ userId }: { readonly userId: number }) {
  return (
    <Link to={PATH} search={{ user: String(userId) } as never} className={loneLinkClass}>
      {userId}
    </Link>
  );
}

function useColumns(): readonly Column<OperatorUserRow>[] {
  const format = useFormatters();
  const text = useText();
  return [
    { head: 'console.users.id', card: 'title', cell: (row) => <UserLink userId={row.userId} /> },
    { head: 'console.users.account', cell: (row) => row.account ?? '–' },
    { head: 'console.users.email', cell: (row) => row.email ?? '–' },
    { head: 'console.users.phone', cell: (row) => row.phone ?? '–' },
    { head: 'console.users.kyc', cell: (row) => text(`console.users.kyc.${row.kyc}`) },
    {
      head: 'console.shell.state',
      card: 'corner',
      cell: ({ frozen }) =>
        frozen ? <Badge tone="warn">{text('console.users.frozen')}</Badge> : text('console.users.active'),
    },
    { head: 'console.users.registered', kind: 'time', cell: (row) => format.dateTime(row.createTime) },
    {
      head: 'console.users.lastLogin',
      kind: 'time',
      cell: (row) => (row.lastLoginTime === null ? '–' : format.dateTime(row.lastLoginTime)),
    },
  ];
}

/** A search by whatever is at hand; each is an entry of the log. */
function Find({ q, onFind }: { readonly q: string; readonly onFind: (q: string) => void }) {
  const text = useText();
  const [value, setValue] = useState(q);
  return (
    <form
      className="flex items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        onFind(value.trim());
      }}
    >
      <TextField
        label={text('console.users.find')}
        description={text('console.users.find.hint')}
        className="w-full max-w-140"
        type="search"
        maxLength={120}
        value={value}
        onValueChange={setValue}
        end={
          <Button type="submit" variant="plain" size="small">
            {text('console.users.find.do')}
          </Button>
        }
      />
    </form>
  );
}

function Found({ q }: { readonly q: string }) {
  const text = useText();
  const { client } = useConsole();
  const query = useQuery({
    queryKey: ['users', 'find', q],
    queryFn: () => client.call('findOperatorUsers', { query: { q } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <DataTable<FoundUser>
      label={text('console.users.found')}
      columns={[
        { head: 'console.users.id', card: 'title', cell: (row) => <UserLink userId={row.userId} /> },
        { head: 'console.users.name', cell: (row) => row.name },
        { head: 'console.users.by', cell: (row) => text(`console.users.by.${row.by}`) },
        { head: 'console.users.reference', cell: (row) => row.reference ?? '–' },
      ]}
      rows={query.data ?? null}
      rowKey={(row) => `${row.userId} ${row.by} ${row.reference ?? ''}`}
      query={query}
      failedTitle={text('console.users.failed')}
      emptyTitle={text('console.users.found.none')}
    />
  );
}

/** Users: found by any field, listed, and each with a profile. */
export function UsersScreen() {
  const text = useText();
  const { client } = useConsole();
  const [search, show] = useDeskSearch(usersSearch);
  const columns = useColumns();
  const { user, q } = search;
  if (user !== undefined) return <UserPage userId={user} search={search} onShow={show} />;
  return (
    <div className="flex flex-col gap-6">
      <p className="max-w-160 text-14 text-ink-2">{text('console.users.about')}</p>
      <Find key={q ?? ''} q={q ?? ''} onFind={(next) => show(next === '' ? {} : { q: next })} />
      {q === undefined ? (
        <RecordTable<OperatorUserRow>
          desk="/users"
          terms={usersTerms}
          search={search}
          onShow={show}
          queryKey={['users', 'rows']}
          load={(query) => client.call('getOperatorUsers', { query })}
          columns={columns}
          rowKey={(row) => row.userId}
          csv={[
            'userId',
            'account',
            'email',
            'phone',
            'language',
            'kyc',
            'frozen',
            'createTime',
            'lastLoginTime',
          ]}
          label={text('console.shell.screen.users')}
          failedTitle={text('console.users.failed')}
          emptyTitle={text('console.users.none')}
        />
      ) : (
        <>
          <Found q={q} />
          <Button variant="plain" size="small" className="self-start" onClick={() => show({})}>
            {text('console.users.all')}
          </Button>
        </>
      )}
    </div>
  );
}
