import { CHAT_TEXT_LENGTH, isOrderCode, type OtcAppealDetail } from '@candor/api';
import {
  ActMessage,
  afterSending,
  Button,
  cx,
  FormField,
  TextArea,
  useActForm,
  useFormatters,
  useText,
} from '@candor/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useConsole } from '../data/session.ts';
import { Section } from '../shell/section.tsx';
import { AppealPicture } from './picture.tsx';
import { OTC_KEY } from './words.ts';

interface AppealChatProps {
  readonly appeal: OtcAppealDetail;
}

type Said = OtcAppealDetail['messages'][number];

/** The conversation of the two sides, in which an operator can ask both. */
export function AppealChat({ appeal }: AppealChatProps) {
  const text = useText();
  const { messages, lastNumber } = appeal;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (lastNumber > 0 && list.current !== null) list.current.scrollTop = list.current.scrollHeight;
  }, [lastNumber]);
  return (
    <Section title={text('console.otc.chat')}>
      <div
        ref={list}
        role="log"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reached by keyboard
        tabIndex={0}
        aria-label={text('console.otc.chat')}
        className="flex h-[50dvh] min-h-80 flex-col gap-3 overflow-y-auto rounded-base border px-3 py-3"
      >
        {messages.map((message) => (
          <Message key={message.number} message={message} orderId={appeal.orderId} />
        ))}
      </div>
      <Say appeal={appeal} />
    </Section>
  );
}

function Message({ message, orderId }: { readonly message: Said; readonly orderId: number }) {
  const text = useText();
  const format = useFormatters();
  const { author, by, system, operator, number, content, content_type, create_time, masked } = message;
  const time = format.dateTime(create_time);
  if (author === 'system')
    return (
      <p className="self-center text-center text-12 text-ink-3">
        {system !== null && isOrderCode(system) ? text(`escrow.system.${system}`) : content} · {time}
      </p>
    );
  const isStaff = author === 'staff';
  return (
    <div
      className={cx(
        'flex max-w-[85%] flex-col gap-1',
        by === 'seller' ? 'items-end self-end' : 'items-start',
      )}
    >
      <span className="text-12 text-ink-3">
        {isStaff ? operator : by === null ? '' : text(`console.otc.party.${by}`)} · {time}
      </span>
      {content_type === 2 ? (
        <AppealPicture
          name={text('console.otc.picture', { number })}
          source={{ kind: 'message', orderId, number }}
        />
      ) : (
        <p
          dir="auto"
          className={cx(
            'max-w-full overflow-clip rounded-base px-3 py-2 text-14 wrap-anywhere whitespace-pre-wrap [unicode-bidi:isolate]',
            isStaff ? 'border-s-2 border-accent bg-accent-tint' : 'bg-wash',
          )}
        >
          {content}
        </p>
      )}
      {masked && <span className="text-12 text-warn">{text('console.otc.masked')}</span>}
    </div>
  );
}

function Say({ appeal }: AppealChatProps) {
  const text = useText();
  const { client } = useConsole();
  const queries = useQueryClient();
  const act = useActForm<{ readonly content: string }>({
    defaultValues: { content: '' },
    send: ({ content }, sending) =>
      client.call(
        'sayInOtcAppeal',
        { params: { orderId: String(appeal.orderId) }, body: { content } },
        sending,
      ),
    onDone: (_, sent, form) => form.reset({ content: afterSending(form.getValues('content'), sent.content) }),
    onSettled: () => queries.invalidateQueries({ queryKey: OTC_KEY }),
  });
  return (
    <form noValidate onSubmit={act.submit} className="flex flex-col gap-2">
      <FormField act={act} name="content" prompt="console.otc.say.first">
        {(field) => (
          <TextArea {...field} label={text('console.otc.say')} maxLength={CHAT_TEXT_LENGTH} rows={3} />
        )}
      </FormField>
      <Button type="submit" variant="quiet" className="self-start" loading={act.isPending}>
        {text('console.otc.say.send')}
      </Button>
      <ActMessage phase={act.phase} error={act.error} />
    </form>
  );
}
