export { createMessageArchive, type MessageArchive, type ShownMessage } from './archive.ts';
export { codeOf, linkOf, setupLinkOf, setupLinksKey } from './code-of.ts';
export { type Channel, type MessageKind, messageKinds, type WithdrawalNotice } from './kinds.ts';
export {
  type Deliveries,
  type Delivery,
  type LoginNotice,
  type Messages,
  type NewMessage,
  openMessages,
} from './messages.ts';
export { messagesLook } from './metrics.ts';
export { loadWords } from './words.ts';
