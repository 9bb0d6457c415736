import type { Retries } from './retries.ts';
import type { ChatSession } from './session.ts';
import type { ChatDeps } from './types.ts';
import type { ChatView } from './view.ts';

/** Shared by all parts of a page’s chat. */
export interface ChatContext {
  readonly deps: ChatDeps;
  readonly view: ChatView;
  readonly session: ChatSession;
  readonly retries: Retries;
}
