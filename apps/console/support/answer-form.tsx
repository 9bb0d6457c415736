import {
  CHAT_TEXT_LENGTH,
  chatLength,
  emptyFields,
  isBlankChatText,
  type SupportDetail,
  withFields,
} from '@candor/api';
import { type Locale, languageNames } from '@candor/i18n';
import { ActMessage, Button, ConfirmDialog, Select, TextArea, useAct, useText } from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useConsole } from '../data/session.ts';
import { offeredAnswers, writtenSince } from './canned.ts';
import { clearSent, deskDrafts, setDraft } from './drafts.ts';
import { SUPPORT_KEY, useRefresh } from './refresh.ts';

const TYPING_EVERY_MS = 3_000;

/** Tells the user that staff types, at most every few seconds. */
function useTyping(id: string): () => void {
  const { client } = useConsole();
  const isQuiet = useRef(false);
  return () => {
    if (isQuiet.current) return;
    isQuiet.current = true;
    setTimeout(() => {
      isQuiet.current = false;
    }, TYPING_EVERY_MS);
    // nobody waits for it, and the next one follows
    client.call('typeSupport', { params: { id } }).catch((error: unknown) => console.warn(error));
  };
}

/** Answers that are kept for reuse, put into the field where nothing was written. */
function Canned({
  detail,
  onPick,
}: {
  readonly detail: SupportDetail;
  readonly onPick: (text: string) => void;
}) {
  const { client } = useConsole();
  const text = useText();
  const { data = [] } = useQuery({
    queryKey: [...SUPPORT_KEY, 'answers'],
    queryFn: () => client.call('getCannedAnswers'),
  });
  const { language, id } = detail.row;
  const offered = offeredAnswers(data, language);
  if (offered.length === 0) return null;
  return (
    <Select
      label={text('console.support.canned')}
      placeholder={text('console.support.canned.pick')}
      className="max-w-80"
      value=""
      onValueChange={(code: string) => {
        const picked = offered.find((each) => each.code === code);
        if (picked !== undefined) onPick(withFields(picked.text, { number: String(id) }));
      }}
      options={offered.map((each) => ({
        value: each.code,
        label: each.code,
        detail: languageNames[each.language as Locale] ?? each.language,
      }))}
    />
  );
}

const IMAGE_TYPES = 'image/jpeg,image/png,image/webp';

/** Sends an image of this device in a conversation in hand. */
function PictureButton({ row }: Pick<SupportDetail, 'row'>) {
  const { client } = useConsole();
  const text = useText();
  const refresh = useRefresh();
  const field = useRef<HTMLInputElement>(null);
  const act = useAct<unknown, { readonly file: File; readonly seen: string }>({
    mutationFn: ({ file, seen }, sending) =>
      client.call('sendSupportPicture', { params: { id: String(row.id) }, query: { seen }, file }, sending),
    onSettled: refresh,
  });
  return (
    <>
      <Button
        variant="quiet"
        disabled={!row.isOwn}
        loading={act.isPending}
        onClick={() => field.current?.click()}
      >
        {text('console.support.image.send')}
      </Button>
      <input
        ref={field}
        type="file"
        accept={IMAGE_TYPES}
        aria-label={text('console.support.image.send')}
        className="hidden"
        data-testid="support-file"
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          currentTarget.value = '';
          if (file !== undefined) act.mutate({ file, seen: String(row.lastNumber) });
        }}
      />
      <ActMessage phase={act.phase} error={act.error} />
    </>
  );
}

/** The field of an answer. It stays with what was typed when the conversation is handed over. */
export function AnswerForm({ detail }: { readonly detail: SupportDetail }) {
  const { client } = useConsole();
  const text = useText();
  const refresh = useRefresh();
  const { row, records } = detail;
  const id = String(row.id);
  const tellTyping = useTyping(id);
  const draft = useStore(deskDrafts, ({ drafts }) => drafts.get(id));
  const [asks, setAsks] = useState(false);
  const typed = draft?.text ?? '';
  const since = draft === undefined ? 0 : writtenSince(records, draft.seen);
  const fields = emptyFields(typed);
  const isTooLong = chatLength(typed) > CHAT_TEXT_LENGTH;
  const act = useAct<unknown, { readonly content: string; readonly seen: number }>({
    mutationFn: (body, sending) => client.call('answerSupport', { params: { id }, body }, sending),
    onSuccess: (_, { content }) => clearSent(id, content),
    onSettled: refresh,
  });
  const send = () => {
    setAsks(false);
    act.mutate({ content: typed, seen: row.lastNumber });
  };
  const cannot = isBlankChatText(typed) || isTooLong || fields.length > 0 || !row.isOwn;
  return (
    <form
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (cannot) return;
        if (since > 0) setAsks(true);
        else send();
      }}
    >
      <Canned
        detail={detail}
        onPick={(picked) =>
          setDraft(id, typed.trim() === '' ? picked : `${typed}\n${picked}`, row.lastNumber)
        }
      />
      <TextArea
        rows={4}
        label={text('console.support.answer')}
        description={text('console.support.answer.hint', {
          count: chatLength(typed),
          max: CHAT_TEXT_LENGTH,
          language: languageNames[row.language as Locale] ?? row.language,
        })}
        error={
          isTooLong
            ? text('error.CHAT_TEXT_TOO_LONG')
            : fields.length > 0
              ? text('console.support.answer.fields', { fields: fields.map((name) => `{${name}}`).join(' ') })
              : undefined
        }
        value={typed}
        onValueChange={(next) => {
          setDraft(id, next, row.lastNumber);
          if (next !== '') tellTyping();
        }}
      />
      {!row.isOwn && <p className="text-13 text-ink-2">{text('console.support.answer.take')}</p>}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" disabled={cannot} loading={act.isPending}>
          {text('console.support.answer.send')}
        </Button>
        <PictureButton row={row} />
      </div>
      <ActMessage phase={act.phase} error={act.error} />
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title={text('console.support.unseen', { count: since })}
        confirm={text('console.support.unseen.send')}
        dismiss={text('console.support.unseen.read')}
        onConfirm={send}
      >
        <p className="text-14 text-ink-2">{text('console.support.unseen.text')}</p>
      </ConfirmDialog>
    </form>
  );
}
