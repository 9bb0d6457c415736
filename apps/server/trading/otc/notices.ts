import type { NoticeContent } from '@candor/api';
import type { KernelEvent } from '@candor/kernel';
import { type Amount, formatDecimalTrimmed } from '@candor/money';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { History } from '../../engine/ports.ts';
import { amountText } from '../../engine/values/index.ts';
import type { NoticeDraft, NoticeSource } from '../../gateway/notices/index.ts';

export interface OtcNoticesNeeds {
  readonly catalogues: Pick<CatalogueFollower, 'current'>;
  readonly history: Pick<History, 'otc'>;
}

type Party = 'buyer' | 'seller';
type Facts<Kind extends NoticeContent['kind']> = Extract<NoticeContent, { kind: Kind }>['facts'];
type OfOrder = Extract<
  KernelEvent,
  { readonly orderId: number; readonly sellerId: number; readonly offerId: number }
>;

const other = { buyer: 'seller', seller: 'buyer' } as const;

type Event<Type extends KernelEvent['type']> = Extract<KernelEvent, { readonly type: Type }>;
type Draft = (draft: NoticeDraft) => void;
type Known = NonNullable<Awaited<ReturnType<typeof factsOf>>>;
/** Drafts a notice of an order to one of its sides. */
type Say = (event: OfOrder, role: Party, key: string, made: (known: Known) => NoticeContent) => void;

/** New orders to their merchant, changes and ends to whoever did not make them, appeals and pauses. */
export function otcNotices(needs: OtcNoticesNeeds): NoticeSource {
  return {
    read({ stamp: { timeMs, seq }, events }, draft) {
      const say: Say = (event, role, key, made) => {
        const userId = role === 'buyer' ? event.buyerId : event.sellerId;
        const content = async () => {
          const known = await factsOf(needs, event, role);
          return known === null ? null : made(known);
        };
        draft({ userId, key: `otc:${event.orderId}:${key}`, timeMs, content });
      };
      for (const event of events) {
        readOrder(event, timeMs, say);
        readTrader(needs, event, { timeMs, seq }, draft);
      }
    },
  };
}

/** Figures of an order, and its clocks, for one of its sides. */
async function factsOf({ catalogues, history }: OtcNoticesNeeds, event: OfOrder, role: Party) {
  const record = await history.otc.order(event.orderId);
  if (record === null) return null;
  const { created } = record;
  const { orderId, assetId, amount, total, currency, currencyScale, clocks } = created;
  const catalogue = catalogues.current();
  return {
    clocks,
    order: {
      orderId,
      isMaker: created.makerId === (role === 'buyer' ? created.buyerId : created.sellerId),
      role,
      amount: amountText(catalogue, assetId, amount),
      coin: catalogue.assetById(assetId).code,
      total: formatDecimalTrimmed(total, currencyScale),
      currency,
    },
  };
}

const both = (by: string, run: (role: Party) => void) => {
  for (const role of ['buyer', 'seller'] as const) if (role !== by) run(role);
};

/** Notices of an order's course and of its appeal. */
function readOrder(event: KernelEvent, timeMs: number, say: Say): void {
  switch (event.type) {
    case 'otcOrderCreated':
      say(event, event.makerId === event.buyerId ? 'buyer' : 'seller', 'created', ({ order, clocks }) => ({
        kind: 'otc-order',
        facts: { ...order, dueTime: timeMs + clocks.windowMs },
      }));
      break;
    case 'otcOrderMoved':
      sayMoved(event, say);
      break;
    case 'otcOrderEnded':
      sayEnded(event, say);
      break;
    case 'otcCancelAsked':
      say(event, 'buyer', 'asked', ({ order }) => ({
        kind: 'otc-moved',
        facts: { ...order, news: 'asked', dueTime: null },
      }));
      break;
    case 'otcAppealStated':
      say(event, other[event.side], `stated:${event.number}`, ({ order }) => ({
        kind: 'otc-appeal',
        facts: { ...order, news: 'stated', dueTime: null },
      }));
      break;
    case 'otcAppealLate':
      both('', (role) =>
        say(event, role, `late:${event.what}`, ({ order }) => ({
          kind: 'otc-appeal',
          facts: { ...order, news: 'late', dueTime: null },
        })),
      );
  }
}

function sayMoved(event: Event<'otcOrderMoved'>, say: Say): void {
  const { to, by, atMs } = event;
  both(by, (role) =>
    say(event, role, to, ({ order, clocks }) =>
      to === 'appealed'
        ? { kind: 'otc-appeal', facts: { ...order, news: to, dueTime: atMs + clocks.answerMs } }
        : {
            kind: 'otc-moved',
            facts: {
              ...order,
              news: to as Facts<'otc-moved'>['news'],
              dueTime: to === 'lapsed' ? atMs + clocks.lapseMs : null,
            },
          },
    ),
  );
}

function sayEnded(event: Event<'otcOrderEnded'>, say: Say): void {
  const { end, by, winner, reason, holdEndsMs } = event;
  both(by, (role) => {
    const result =
      winner === 'buyer' ? (role === 'buyer' ? 'bought' : 'sold') : role === 'seller' ? 'returned' : 'none';
    say(event, role, 'ended', ({ order }) => ({
      kind: 'otc-ended',
      facts: {
        ...order,
        end,
        result,
        reason: reason === '' ? null : (reason as Facts<'otc-ended'>['reason']),
        holdEndsTime: result === 'bought' && holdEndsMs > 0 ? holdEndsMs : null,
      },
    }));
  });
}

interface Stamp {
  readonly timeMs: number;
  readonly seq: number;
}

/** Notices of a user's pauses, and of coins and deposits that are free again. */
function readTrader(
  { catalogues }: OtcNoticesNeeds,
  event: KernelEvent,
  { timeMs, seq }: Stamp,
  draft: Draft,
): void {
  if (event.type === 'otcPaused') {
    const { userId, untilMs, faults } = event;
    const facts = { untilTime: untilMs, faults };
    draft({
      userId,
      key: `otc-paused:${seq}`,
      timeMs,
      content: async () => ({ kind: 'otc-paused', facts }),
    });
  } else if (event.type === 'otcHoldEnded') {
    const { userId, orderId } = event;
    const facts = { orderId, amount: null, coin: null };
    draft({
      userId,
      key: `otc:${orderId}:free`,
      timeMs,
      content: async () => ({ kind: 'otc-free', facts }),
    });
  } else if (event.type === 'otcDepositFreed') {
    const { userId, assetId, deposit } = event;
    const content = async (): Promise<NoticeContent> => {
      const catalogue = catalogues.current();
      const amount = amountText(catalogue, assetId, deposit as Amount);
      const { code: coin } = catalogue.assetById(assetId);
      return { kind: 'otc-free', facts: { orderId: null, amount, coin } };
    };
    draft({ userId, key: `otc-deposit:${seq}`, timeMs, content });
  }
}
