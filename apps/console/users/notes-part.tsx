import type { OperatorUser } from '@candor/api';
import { Button, EmptyState, TextField, toasts, useFormatters, useProblem, useText } from '@candor/ui';
import { useState } from 'react';
import { useConsole } from '../data/session.ts';

export interface NotesPartProps {
  readonly user: OperatorUser;
  readonly onWritten: () => void;
}

/** Notes of operators for each other. They stay; the user reads that one was written, and not its text. */
export function NotesPart({ user, onWritten }: NotesPartProps) {
  const format = useFormatters();
  const text = useText();
  const problemOf = useProblem();
  const { client } = useConsole();
  const [note, setNote] = useState('');
  const [isSending, setSending] = useState(false);
  const send = async () => {
    if (note.trim() === '') return;
    setSending(true);
    try {
      const params = { userId: String(user.userId) };
      await client.call('noteOperatorUser', { params, body: { text: note.trim() } });
      setNote('');
      onWritten();
    } catch (error) {
      toasts.error(problemOf(error).text);
    } finally {
      setSending(false);
    }
  };
  return (
    <div className="flex max-w-160 flex-col gap-6">
      <form
        className="flex items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <TextField
          label={text('console.users.note')}
          description={text('console.users.note.hint')}
          className="w-full"
          maxLength={2000}
          value={note}
          onValueChange={setNote}
          end={
            <Button type="submit" variant="plain" size="small" loading={isSending}>
              {text('console.users.note.write')}
            </Button>
          }
        />
      </form>
      {user.notes.length === 0 ? (
        <EmptyState title={text('console.users.notes.none')} />
      ) : (
        <ul className="flex flex-col divide-y">
          {user.notes.map((each) => (
            <li key={each.id} className="flex flex-col gap-1 py-3 text-14">
              <span className="text-12 text-ink-3">
                {each.operator} · {format.dateTime(each.time)}
              </span>
              <span className="wrap-anywhere whitespace-pre-wrap">{each.text}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
