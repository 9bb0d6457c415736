export { createMessageArchive, type MessageArchive, type ShownMessage } from './archive.ts';
export { codeOf } from './code-of.ts';
export type { Channel, MessageKind } from './kinds.ts';
export {
  type Deliveries,
  type Delivery,
  type Messages,
  type NewMessage,
  openMessages,
} from './messages.ts';
export { loadWords } from './words.ts';
