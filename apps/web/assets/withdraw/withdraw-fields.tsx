import type { TypedNumber } from '@candor/i18n';
import {
  type ActForm,
  ActMessage,
  Button,
  type FormFieldProps,
  PasswordField,
  useFormatters,
  useText,
} from '@candor/ui';
import { AmountInput } from '../../forms/amount-field.tsx';

interface WithdrawAmountProps {
  readonly field: FormFieldProps<TypedNumber>;
  readonly coin: string;
  /** The most that one withdrawal may take now. */
  readonly most: string;
  readonly available: string;
  /** Called when the button filled in the most. */
  readonly onMost: () => void;
}

/** The amount of a withdrawal, with what is available and the most of it. */
export function WithdrawAmount({ field, coin, most, available, onMost }: WithdrawAmountProps) {
  const text = useText();
  const format = useFormatters();
  return (
    <AmountInput
      field={field}
      label={text('deposit.amount')}
      coin={coin}
      most={{ text: text('transfer.max'), amount: most }}
      onChange={(isMost) => isMost && onMost()}
      description={text('withdraw.available', { amount: format.quantity(available), coin })}
    />
  );
}

/** The fund password, which every withdrawal asks for. */
export function FundPassword({ field }: { readonly field: FormFieldProps<string> }) {
  const text = useText();
  return <PasswordField {...field} label={text('account.password.fund')} autoComplete="off" />;
}

interface WithdrawButtonProps {
  readonly act: Pick<ActForm<never>, 'isPending' | 'phase' | 'error'>;
  /** Why nothing may be withdrawn now; null where it may. */
  readonly obstacle: string | null;
}

/** The button that requests a withdrawal, and what became of the request. */
export function WithdrawButton({ act, obstacle }: WithdrawButtonProps) {
  const text = useText();
  return (
    <>
      <Button type="submit" className="self-start" loading={act.isPending} disabled={obstacle !== null}>
        {text('menu.withdraw')}
      </Button>
      <ActMessage phase={act.phase} error={act.error} obstacle={obstacle} />
    </>
  );
}
