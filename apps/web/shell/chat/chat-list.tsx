import type { Conversation } from '@candor/api';
import { Badge, EmptyState, ErrorState, useFormatters, useProblem, useText } from '@candor/ui';
import { useChat, useChatState } from '../../data/chat/index.ts';
import { statusWords, useMatterWords } from './chat-words.ts';

/** All conversations of the user, the latest first. */
export function ChatList({ conversations }: { readonly conversations: readonly Conversation[] }) {
  const chat = useChat();
  const text = useText();
  const format = useFormatters();
  const matterOf = useMatterWords();
  const problemOf = useProblem();
  const failure = useChatState(({ error }) => error);
  if (conversations.length === 0)
    return failure === null ? (
      <EmptyState title={text('chat.list.none')} />
    ) : (
      <ErrorState title={text('chat.failed')} text={problemOf(failure).text} onRetry={() => chat.wake()} />
    );
  return (
    <ul className="min-h-0 flex-1 divide-y overflow-y-auto">
      {conversations.map((conversation) => (
        <li key={conversation.id}>
          <button
            type="button"
            className="flex w-full flex-col gap-0.5 px-4 py-3 text-start hover:bg-ground focus-visible:-outline-offset-2"
            onClick={() => chat.show(conversation.id)}
          >
            <span className="flex w-full items-center justify-between gap-2 text-14 font-semibold">
              <span className="min-w-0 wrap-anywhere">{matterOf(conversation)}</span>
              {conversation.unread > 0 && (
                <Badge tone="accent">
                  <span aria-hidden="true">{conversation.unread}</span>
                  <span className="sr-only">{text('chat.unread', { count: conversation.unread })}</span>
                </Badge>
              )}
            </span>
            <span className="text-12 text-ink-2">
              {text('chat.number', { number: String(conversation.id) })} · {statusWords(text, conversation)}
            </span>
            <span className="text-12 text-ink-3">{format.dateTime(conversation.lastTime)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
