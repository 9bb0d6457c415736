import type { Db } from '../../base/database/index.ts';
import type { ReviewKind, Reviews } from '../../gateway/review/index.ts';
import type { OrderChats } from '../../users/chat/index.ts';
import type { Statements } from './evidence.ts';
import type { Payments } from './payments.ts';
import type { Rooms } from './rooms.ts';
import type { Traders } from './traders.ts';

/** Services of OTC that subjects and the console open. */
export interface OtcRoom {
  readonly db: Db;
  readonly masterKey: Uint8Array;
  readonly payments: Payments;
  readonly rooms: Rooms;
  readonly chats: OrderChats;
  readonly statements: Statements;
  readonly traders: Traders;
  readonly reviews: Pick<Reviews, 'enter'>;
  /** The number of a merchant; null for a user who is none. */
  merchantIdOf(userId: number): Promise<number | null>;
  /** The user whom a merchant’s number names; null for nobody. */
  ownerOf(merchantId: number): Promise<number | null>;
  /** Applications of merchants in the operators' queue. */
  readonly review: ReviewKind;
}
