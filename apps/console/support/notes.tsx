import type { SupportDetail } from '@candor/api';
import {
  ActMessage,
  afterSending,
  Button,
  FormField,
  TextArea,
  useActForm,
  useFormatters,
  useText,
} from '@candor/ui';
import { useConsole } from '../data/session.ts';
import { Section } from '../shell/section.tsx';
import { useRefresh } from './refresh.ts';

const MOST_NOTE = 1_000;

/** Notes that only operators read. */
export function Notes({ detail }: { readonly detail: SupportDetail }) {
  const { client } = useConsole();
  const text = useText();
  const format = useFormatters();
  const refresh = useRefresh();
  const params = { id: String(detail.row.id) };
  const act = useActForm<{ readonly text: string }, unknown>({
    defaultValues: { text: '' },
    send: (body, sending) => client.call('noteSupport', { params, body }, sending),
    onDone: (_, sent, form) => form.reset({ text: afterSending(form.getValues('text'), sent.text) }),
    onSettled: refresh,
  });
  return (
    <Section title={text('console.support.notes')}>
      <ul className="flex flex-col gap-2 text-13">
        {detail.notes.map((note) => (
          <li key={note.id}>
            <span className="text-ink-3">
              {note.operator} · {format.dateTime(note.time)}
            </span>
            <span dir="auto" className="block wrap-anywhere whitespace-pre-line">
              {note.text}
            </span>
          </li>
        ))}
      </ul>
      <form noValidate onSubmit={act.submit} className="flex flex-col gap-3">
        <FormField act={act} name="text" prompt="console.support.note.prompt">
          {(field) => (
            <TextArea
              {...field}
              rows={2}
              maxLength={MOST_NOTE}
              label={text('console.support.note')}
              description={text('console.support.note.hint')}
            />
          )}
        </FormField>
        <Button type="submit" variant="quiet" size="small" className="self-start" loading={act.isPending}>
          {text('console.support.note.add')}
        </Button>
        <ActMessage phase={null} error={act.error} />
      </form>
    </Section>
  );
}
