import type { OtcOrderDetail } from '@candor/api';
import {
  ActDialog,
  ActMessage,
  Button,
  ConfirmDialog,
  FormField,
  Select,
  useAct,
  useActForm,
  useFormatters,
  useText,
} from '@candor/ui';
import { useState } from 'react';
import { useKnownNow } from '../common/use-now.ts';
import { useClient } from '../data/index.ts';
import { AppealDialog } from './appeal-dialog.tsx';
import { ReleaseDialog } from './release-dialog.tsx';
import { seenOf } from './seen.ts';
import { isOpen } from './standing-words.ts';
import { useOtcChanged, useOtcStanding } from './use-otc.ts';
import { useOtcWords } from './use-words.ts';

interface OrderProps {
  readonly order: OtcOrderDetail;
}

export type OrderAct = 'pay' | 'cancel' | 'release' | 'ask' | 'appeal' | 'state';

const acts: Readonly<
  Record<OtcOrderDetail['role'], Readonly<Partial<Record<OtcOrderDetail['state'], readonly OrderAct[]>>>>
> = {
  buyer: {
    created: ['pay', 'cancel'],
    paid: ['appeal', 'cancel'],
    lapsed: ['appeal'],
    appealed: ['state', 'cancel'],
  },
  seller: {
    created: ['release', 'ask'],
    paid: ['release', 'appeal', 'ask'],
    lapsed: ['release'],
    appealed: ['release', 'state', 'ask'],
  },
};

/** An act whose dialog is open, and the state in which it was opened. */
interface Opened {
  readonly act: OrderAct;
  readonly state: OtcOrderDetail['state'];
}

/**
 * The act whose dialog is shown in the state of now. What was written for an appeal stays, as a statement where there is an
 * appeal meanwhile; any other dialog asked about a state that is over.
 */
export function actNow({ act, state }: Opened, order: Pick<OtcOrderDetail, 'state'>): OrderAct | null {
  if (act === 'appeal' || act === 'state') return order.state === 'appealed' ? 'state' : act;
  return state === order.state ? act : null;
}

/** Acts that the reader's side has in this state, the first of them prominent. */
export function OrderActs({ order }: OrderProps) {
  const text = useText();
  const [opened, setOpened] = useState<Opened | null>(null);
  const [reason, setReason] = useState<'other-name' | undefined>();
  const [draft, setDraft] = useState('');
  const open = (act: OrderAct) => setOpened({ act, state: order.state });
  const close = () => {
    setOpened(null);
    setReason(undefined);
  };
  const act = opened === null ? null : actNow(opened, order);
  const isOver = !isOpen(order);
  return (
    <>
      {!isOver && (
        <Acts
          order={order}
          act={act}
          onOpen={open}
          onOtherName={() => {
            setReason('other-name');
            open(order.state === 'paid' ? 'appeal' : 'ask');
          }}
          onClose={close}
        />
      )}
      {(act === 'appeal' || act === 'state') && (
        <AppealDialog
          order={order}
          isFirst={act === 'appeal'}
          first={reason}
          draft={draft}
          onDraft={setDraft}
          obstacle={isOver ? text('error.OTC_ORDER_ENDED') : null}
          onClose={close}
        />
      )}
    </>
  );
}

interface ActsProps extends OrderProps {
  /** The act whose dialog is open; null for none. */
  readonly act: OrderAct | null;
  readonly onOpen: (act: OrderAct) => void;
  readonly onOtherName: () => void;
  readonly onClose: () => void;
}

/** The buttons of an open order, and the dialogs that ask about its state. */
function Acts({ order, act, onOpen, onOtherName, onClose }: ActsProps) {
  const text = useText();
  const now = useKnownNow();
  const format = useFormatters();
  const heldUntil = useOtcStanding().data?.sellHeldUntil ?? null;
  const own = acts[order.role][order.state] ?? [];
  const isHeld = own.includes('release') && heldUntil !== null;
  const waits = (each: OrderAct): boolean =>
    (each === 'release' && isHeld) ||
    (each === 'appeal' &&
      order.role === 'buyer' &&
      order.appealFromTime !== null &&
      (now ?? 0) < order.appealFromTime);
  return (
    <section
      aria-label={text('otc.acts')}
      className="sticky bottom-14 z-1 -mx-4 flex flex-wrap gap-3 border-y bg-paper px-4 py-3 sm:static sm:mx-0 sm:border-0 sm:p-0"
    >
      {own.map((each, index) => (
        <Button
          key={each}
          size="large"
          variant={index === 0 && each !== 'release' ? 'primary' : each === 'release' ? 'danger' : 'quiet'}
          disabled={waits(each)}
          className="max-sm:flex-1"
          onClick={() => onOpen(each)}
        >
          {text(`otc.act.${each}`)}
        </Button>
      ))}
      {isHeld && (
        <p className="w-full border-s-2 border-warn ps-3 text-13 text-ink-2">
          {text('otc.release.held', { time: format.dateTime(heldUntil) })}
        </p>
      )}
      {act === 'pay' && <PayDialog order={order} onClose={onClose} />}
      {act === 'cancel' && <CancelDialog order={order} onClose={onClose} />}
      {act === 'ask' && <AskDialog order={order} onClose={onClose} />}
      {act === 'release' && <ReleaseDialog order={order} onClose={onClose} onOtherName={onOtherName} />}
    </section>
  );
}

export interface OrderDialogProps extends OrderProps {
  readonly onClose: () => void;
}

/** An act on the order in the state that the page shows. */
function useOrderAct(order: OtcOrderDetail, call: 'payOtcOrder' | 'cancelOtcOrder', onClose: () => void) {
  const client = useClient();
  const onSettled = useOtcChanged();
  return useAct({
    mutationFn: (_, sending) =>
      client.call(call, { body: { orderId: order.orderId, seen: seenOf(order) } }, sending),
    onSuccess: onClose,
    onSettled,
  });
}

function PayDialog({ order, onClose }: OrderDialogProps) {
  const text = useText();
  const words = useOtcWords();
  const act = useOrderAct(order, 'payOtcOrder', onClose);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={text('otc.pay.title', { total: words.money(order.total, order.currency) })}
      confirm={text('otc.act.pay')}
      dismiss={text('otc.pay.notYet')}
      loading={act.isPending}
      onConfirm={() => act.mutate()}
    >
      <p className="text-14 text-ink-2">
        {text('otc.pay.text', { name: order.payment?.holder ?? order.other.verifiedName ?? '' })}
      </p>
      <ActMessage phase={act.phase} error={act.error} />
    </ConfirmDialog>
  );
}

function CancelDialog({ order, onClose }: OrderDialogProps) {
  const text = useText();
  const act = useOrderAct(order, 'cancelOtcOrder', onClose);
  const fault = order.asked === null ? 'own' : 'asked';
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={text('otc.cancel.title')}
      confirm={text('otc.act.cancel')}
      dismiss={text('otc.cancel.keep')}
      variant="danger"
      loading={act.isPending}
      onConfirm={() => act.mutate()}
    >
      <p className="text-14 text-ink-2">{text('otc.cancel.text')}</p>
      <p className="text-14 text-ink-2">{text(`otc.cancel.${fault}`)}</p>
      <ActMessage phase={act.phase} error={act.error} />
    </ConfirmDialog>
  );
}

type Why = 'unable' | 'other-name';

function AskDialog({ order, onClose }: OrderDialogProps) {
  const text = useText();
  const format = useFormatters();
  const client = useClient();
  const onSettled = useOtcChanged();
  const act = useActForm<{ readonly why: Why | '' }>({
    defaultValues: { why: '' },
    send: ({ why }, sending) => {
      const body = { orderId: order.orderId, seen: seenOf(order), why: why as Why };
      return client.call('askOtcCancel', { body }, sending);
    },
    onDone: onClose,
    onSettled,
  });
  const why = act.form.watch('why');
  return (
    <ActDialog
      act={act}
      onOpenChange={(open) => !open && onClose()}
      title={text('otc.act.ask')}
      description={text('otc.ask.text')}
      submit={text('otc.ask.send')}
    >
      <FormField act={act} name="why" prompt="ui.required.choice">
        {(field) => (
          <Select<Why | ''>
            {...field}
            label={text('otc.ask.why')}
            placeholder={text('ui.required.choice')}
            options={(['unable', 'other-name'] as const).map((value) => ({
              value,
              label: text(`otc.ask.${value}`),
            }))}
          />
        )}
      </FormField>
      {why !== '' && (
        <p className="text-13 text-ink-2">
          {text(`otc.ask.${why}.text`, { time: format.dateTime(order.dueTime) })}
        </p>
      )}
    </ActDialog>
  );
}
