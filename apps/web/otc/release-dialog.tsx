import type { OtcOrderDetail } from '@candor/api';
import { decimalOf, type TypedNumber } from '@candor/i18n';
import { parseDecimal } from '@candor/money';
import {
  ActDialog,
  Button,
  Checkbox,
  FormField,
  NumberField,
  PasswordField,
  toasts,
  useActForm,
  useText,
} from '@candor/ui';
import { passwordHash } from '../common/password-hash.ts';
import { useClient } from '../data/index.ts';
import { seenOf } from './seen.ts';
import { useOtcChanged } from './use-otc.ts';
import { useOtcWords } from './use-words.ts';

interface ReleaseValues {
  readonly arrived: boolean;
  readonly whole: boolean;
  readonly sameName: boolean;
  readonly total: TypedNumber;
  readonly fundPassword: string;
}

interface ReleaseDialogProps {
  readonly order: OtcOrderDetail;
  readonly onClose: () => void;
  /** The money came from another name: what is right then. */
  readonly onOtherName: () => void;
}

const ANSWERS = ['arrived', 'whole', 'sameName'] as const;

/** Releases the coins: three answers, for a new counterparty the sum as well, then fund password and factor. */
export function ReleaseDialog({ order, onClose, onOtherName }: ReleaseDialogProps) {
  const text = useText();
  const words = useOtcWords();
  const client = useClient();
  const onSettled = useOtcChanged();
  const { orderId, amount, coin, total, currency, other, isFirst } = order;
  const { inputs } = order.receipt;
  const name = other.verifiedName ?? '';
  const act = useActForm<ReleaseValues>({
    defaultValues: { arrived: false, whole: false, sameName: false, total: '', fundPassword: '' },
    send: ({ arrived, whole, sameName, fundPassword: typed }, sending) => {
      const fundPassword = passwordHash(typed);
      const answers = { arrived, whole, sameName, fundPassword };
      const body = { orderId, seen: seenOf(order), amount, payer: name, ...answers };
      return client.call('releaseOtcOrder', { body }, sending);
    },
    onDone: () => {
      toasts.success(text('otc.release.done', { amount: words.coins(amount, coin) }));
      onClose();
    },
    onSettled,
  });
  const isSum = (typed: string): boolean =>
    parseDecimal(typed, inputs.currencyScale) === parseDecimal(total, inputs.currencyScale);
  const values = { total: words.money(total, currency), name };
  return (
    <ActDialog
      act={act}
      onOpenChange={(open) => !open && onClose()}
      title={text('otc.release.title', { amount: words.coins(amount, coin) })}
      description={text('otc.release.text')}
      submit={text('otc.act.release')}
      variant="danger"
    >
      {ANSWERS.map((answer) => (
        <FormField
          key={answer}
          act={act}
          name={answer}
          required={false}
          check={(isYes) => (isYes ? null : text('otc.release.needed'))}
        >
          {({ value, onValueChange, error }) => (
            <div className="flex flex-col gap-1">
              <Checkbox checked={value} onCheckedChange={onValueChange} invalid={error !== undefined}>
                <span className="text-14 text-ink">{text(`otc.release.${answer}`, values)}</span>
              </Checkbox>
              {error !== undefined && (
                <p role="alert" className="ps-6 text-13 text-warn">
                  {error}
                </p>
              )}
            </div>
          )}
        </FormField>
      ))}
      <div className="flex flex-wrap items-center gap-2 text-13 text-ink-2">
        {text('otc.release.otherName')}
        <Button variant="quiet" size="small" onClick={onOtherName}>
          {text('otc.release.otherName.act')}
        </Button>
      </div>
      {isFirst && (
        <FormField
          act={act}
          name="total"
          prompt="ui.required.amount"
          check={(typed) => (isSum(decimalOf(typed)) ? null : text('otc.release.sumWrong', values))}
        >
          {(field) => (
            <NumberField
              {...field}
              label={text('otc.release.sum')}
              description={text('otc.release.sum.text')}
              decimals={inputs.currencyScale}
              unit={currency}
            />
          )}
        </FormField>
      )}
      <FormField act={act} name="fundPassword" prompt="ui.required.fundPassword">
        {(field) => <PasswordField {...field} label={text('otc.release.password')} autoComplete="off" />}
      </FormField>
    </ActDialog>
  );
}
