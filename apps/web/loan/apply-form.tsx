import { CallError, type LoanPhoto, type LoanProductRow, type LoanRecordRow, loanPhotos } from '@candor/api';
import { decimalOf, isPositiveNumber, type TypedNumber } from '@candor/i18n';
import {
  ActMessage,
  Detail,
  DetailList,
  FormField,
  linkClass,
  loneLinkClass,
  toasts,
  useActForm,
  useFormatters,
  useText,
} from '@candor/ui';
import { Link, useNavigate } from '@tanstack/react-router';
import { HashDetail } from '../common/hash-detail.tsx';
import { brokenLoanBound, loanPlan, mostBorrowed } from '../common/loan-figures.ts';
import { useLoanWords } from '../common/loan-words.tsx';
import { useClient, useCreditScore, useSignedIn } from '../data/index.ts';
import { AmountInput } from '../forms/amount-field.tsx';
import { OfferSelect } from '../forms/offer-select.tsx';
import { PhotoField } from '../forms/photo-field.tsx';
import { useDraft } from '../forms/use-draft.ts';
import { SendOrLogin } from '../shell/send-or-login.tsx';
import { Acceptance, acceptedBy } from './acceptance.tsx';
import { useBeginning } from './calculator.tsx';
import { EarlyTable } from './early-table.tsx';
import { PlanFigures } from './plan-figures.tsx';
import { ScheduleTable } from './schedule-table.tsx';
import { useLoansChanged, usePendingLoan } from './use-loans.ts';
import { useLoanObstacle } from './use-obstacle.ts';

interface ApplyValues extends Record<LoanPhoto, string> {
  readonly amount: TypedNumber;
  /** Names the terms and the total that were accepted; '' before. */
  readonly accepted: string;
}

interface ApplyFormProps {
  readonly product: LoanProductRow;
  readonly products: readonly LoanProductRow[];
  readonly onProductChange: (offerId: number) => void;
}

/** Sends an application by the terms and the total that its user accepted: with other ones the server refuses it. */
function useApplication({ offerId }: LoanProductRow) {
  const text = useText();
  const client = useClient();
  const navigate = useNavigate();
  const onSettled = useLoansChanged();
  const act = useActForm<ApplyValues, LoanRecordRow>({
    defaultValues: { amount: '', front: '', back: '', handheld: '', accepted: '' },
    beside: { offerId },
    places: {
      AMOUNT_INVALID: 'amount',
      AMOUNT_TOO_LARGE: 'amount',
      LOAN_AMOUNT: 'amount',
      LOAN_LIMIT: 'amount',
      LOAN_POOL_SHORT: 'amount',
      LOAN_TERMS: 'amount',
    },
    send: ({ accepted, ...values }, sending) =>
      client.call('applyLoan', { body: { offerId, ...values, ...acceptedBy(accepted) } }, sending),
    onFailed: (_field, form, cause) => {
      if (cause instanceof CallError && cause.key === 'LOAN_TERMS_CHANGED') form.setValue('accepted', '');
    },
    onDone: ({ id }) => {
      toasts.success(text('loan.applied', { number: String(id) }));
      void navigate({ to: '/loan/order', search: { id } });
    },
    onSettled,
  });
  useDraft(act, 'power loan', loanPhotos);
  return act;
}

/** The application for a loan: its amount, what it costs, the photos, and the terms. Visitors see all of it. */
export function ApplyForm({ product, products, onProductChange }: ApplyFormProps) {
  const text = useText();
  const format = useFormatters();
  const { method, term } = useLoanWords();
  const { data: credit } = useCreditScore();
  const pending = usePendingLoan();
  const beganMs = useBeginning();
  const signedIn = useSignedIn();
  const act = useApplication(product);
  const { coin, minAmount, maxAmount } = product;
  const closed = useLoanObstacle()(product);
  const amount = decimalOf(act.form.watch('amount'));
  const plan = beganMs === null ? null : loanPlan(amount, product, beganMs);
  const available = credit?.coin === coin ? credit.available : null;
  const check = (typed: string): string | null => {
    if (!isPositiveNumber(typed)) return text('error.AMOUNT_INVALID');
    const bound = brokenLoanBound(typed, available, product);
    if (bound === null) return null;
    const limit = { smallest: minAmount, most: maxAmount, aboveLimit: available ?? '0' }[bound];
    return text(`loan.${bound}`, { amount: format.quantity(limit), coin });
  };
  const range = text('loan.range', {
    least: format.quantity(minAmount),
    most: format.quantity(maxAmount),
    coin,
  });
  const most = { text: text('loan.max'), amount: mostBorrowed(available ?? '0', product) };
  return (
    <div className="grid gap-x-16 gap-y-10 lg:grid-cols-2">
      <form noValidate onSubmit={act.submit} className="flex min-w-0 flex-col gap-5">
        <OfferSelect<LoanProductRow, ApplyValues>
          act={act}
          label={text('loan.product')}
          offerId={product.offerId}
          offers={products}
          name={method}
          detail={term}
          onOfferChange={onProductChange}
        />
        <FormField act={act} name="amount" prompt="ui.required.amount" check={check}>
          {(field) => (
            <AmountInput
              field={field}
              label={text('loan.amount')}
              coin={coin}
              {...(available === null ? {} : { most })}
              description={
                available === null
                  ? range
                  : `${range} · ${text('loan.canBorrow', { amount: format.quantity(available), coin })}`
              }
            />
          )}
        </FormField>
        {available !== null && !isPositiveNumber(available) && <NoLimit />}
        <PlanFigures product={product} amount={amount} plan={plan} />
        <Photos act={act} />
        <Acceptance
          act={act}
          product={product}
          // where the terms can't repay the amount the server says so
          totalAtMost={plan?.totalAtMost ?? amount}
          isNeeded={signedIn}
        />
        <div className="flex flex-col items-start gap-2">
          <SendOrLogin
            send={text('loan.apply.send')}
            login={text('loan.login')}
            disabled={closed !== null || pending !== null || beganMs === null}
            loading={act.isPending}
          />
          <ActMessage
            phase={act.phase}
            error={act.error}
            obstacle={pending === null ? closed : text('loan.pendingFirst')}
          />
          {pending !== null && (
            <Link to="/loan/order" search={{ id: pending.id }} className={`${loneLinkClass} text-14`}>
              {text('loan.toPending')}
            </Link>
          )}
        </div>
      </form>
      <div className="flex min-w-0 flex-col gap-10">
        <ScheduleTable plan={plan} coin={coin} />
        {plan !== null && beganMs !== null && (
          <EarlyTable terms={product} amount={amount} beganMs={beganMs} plan={plan} />
        )}
        <Terms product={product} />
      </div>
    </div>
  );
}

type Act = ReturnType<typeof useApplication>;

/** Says that the score gives no limit yet, and how it grows. */
function NoLimit() {
  const text = useText();
  return (
    <p className="border-s-4 border-warn ps-3 text-14 text-ink-2">
      {text('loan.noLimit')}{' '}
      <Link to="/loan/index" hash="limit" className={linkClass}>
        {text('loan.limit')}
      </Link>
    </p>
  );
}

function Photos({ act }: { readonly act: Act }) {
  const text = useText();
  return (
    <section className="flex flex-col gap-5">
      <header>
        <h2 className="text-16 font-semibold">{text('loan.photos')}</h2>
        <p className="pt-1 text-13 text-ink-2">{text('loan.photos.text')}</p>
      </header>
      {loanPhotos.map((photo) => (
        <FormField key={photo} act={act} name={photo} prompt="ui.required.photo">
          {({ value, onValueChange, error }, onBusy) => (
            <PhotoField
              label={text(`kyc.photo.${photo}`)}
              description={text(`kyc.photo.${photo}Text`)}
              value={value}
              onValueChange={onValueChange}
              error={error}
              onBusy={onBusy}
            />
          )}
        </FormField>
      ))}
    </section>
  );
}

/** The fixed terms of a product, with the hash that its loans keep. */
function Terms({ product }: { readonly product: LoanProductRow }) {
  const text = useText();
  const { rate, share, method, term } = useLoanWords();
  const { dailyPpm, overduePpm, overdueCapPpm, termsHash } = product;
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <h2 className="text-20 font-semibold">{text('loan.terms')}</h2>
      <DetailList ruled className="border-y text-14!">
        <Detail label={text('loan.method')}>{method(product)}</Detail>
        <Detail label={text('loan.cycle')}>{term(product)}</Detail>
        <Detail label={text('loan.daily')}>{rate(dailyPpm)}</Detail>
        <Detail label={text('loan.overdueRate')}>{rate(overduePpm)}</Detail>
        <Detail label={text('loan.overdueCap')}>{share(overdueCapPpm)}</Detail>
        <HashDetail label={text('loan.termsHash')} hash={termsHash} />
      </DetailList>
    </section>
  );
}
