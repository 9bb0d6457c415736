import type { ChatContext } from './context.ts';
import { newestNumber } from './thread.ts';

/** Marks the newest messages that are known as read. */
export function markRead({ deps, session, view }: ChatContext, chatId: number): void {
  const conversation = view.conversationOf(chatId);
  const number = newestNumber(view.threadOf(chatId));
  if (conversation === undefined || number <= conversation.readNumber) return;
  const isOver = session.watch();
  view.setConversation({ ...conversation, readNumber: number, unread: 0 });
  deps.client.call('markChatRead', { body: { chatId, number } }).then(({ readNumber, unread }) => {
    const known = view.conversationOf(chatId);
    if (!isOver() && known !== undefined && readNumber >= known.readNumber)
      view.setConversation({ ...known, readNumber, unread });
  }, deps.onProblem);
}

/** Does so while the user looks at the conversation. */
export function markIfSeen(context: ChatContext, chatId: number): void {
  if (context.view.state.shown === chatId && context.deps.isSeen()) markRead(context, chatId);
}
