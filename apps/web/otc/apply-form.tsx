import { type MerchantApplication, OTC_NICKNAME_LENGTH } from '@candor/api';
import {
  ActMessage,
  Badge,
  Button,
  Checkbox,
  FormField,
  TextArea,
  TextField,
  toasts,
  useActForm,
  useFormatters,
  useText,
} from '@candor/ui';
import { useClient } from '../data/index.ts';
import { useDraft } from '../forms/use-draft.ts';
import { hasDeposit } from './merchant-needs.tsx';
import { useOtcChanged } from './use-otc.ts';

const ABOUT_LENGTH = 1_000;

interface ApplyValues {
  readonly nickname: string;
  readonly about: string;
  readonly accepted: boolean;
}

/** The application of a merchant: its state, and the form while none waits. */
export function ApplyForm({ application }: { readonly application: MerchantApplication }) {
  const { state } = application;
  const isWaiting = state === 'pending' || state === 'admitting';
  return (
    <section className="flex min-w-0 flex-col gap-6">
      <State application={application} />
      {!isWaiting && state !== 'left' && <Form application={application} />}
    </section>
  );
}

function State({ application }: { readonly application: MerchantApplication }) {
  const text = useText();
  const format = useFormatters();
  const { state, reason, reviewTime, depositFreeTime } = application;
  if (state === 'none' || state === 'merchant') return null;
  return (
    <div role="status" className="flex flex-col items-start gap-2 border-s-2 border-accent ps-4">
      <Badge tone={state === 'rejected' ? 'warn' : 'accent'}>{text(`otc.application.${state}`)}</Badge>
      <p className="text-14 text-ink-2">
        {state === 'rejected' && reason !== null
          ? text(`otc.application.${reason}`)
          : text(`otc.application.${state as 'pending' | 'admitting' | 'left'}.text`, {
              time: format.dateTime(state === 'left' ? depositFreeTime : reviewTime),
            })}
      </p>
    </div>
  );
}

function Form({ application }: { readonly application: MerchantApplication }) {
  const text = useText();
  const client = useClient();
  const onSettled = useOtcChanged();
  const { isVerified, nickname } = application;
  const act = useActForm<ApplyValues>({
    defaultValues: { nickname: nickname ?? '', about: '', accepted: false },
    send: (values, sending) =>
      client.call(
        'applyMerchant',
        { body: { nickname: values.nickname, about: values.about, accepted: true } },
        sending,
      ),
    onDone: () => toasts.success(text('otc.apply.done')),
    onSettled,
  });
  useDraft(act, 'merchant', ['nickname', 'about']);
  const obstacle = !isVerified
    ? text('otc.apply.identityFirst')
    : hasDeposit(application)
      ? null
      : text('otc.apply.depositFirst');
  return (
    <form noValidate onSubmit={act.submit} className="flex flex-col gap-5">
      <h2 className="text-20 font-semibold">{text('otc.apply')}</h2>
      <FormField act={act} name="nickname" prompt="otc.apply.nickname.first">
        {(field) => (
          <TextField
            {...field}
            label={text('otc.apply.nickname')}
            description={text('otc.apply.nickname.text')}
            maxLength={OTC_NICKNAME_LENGTH}
          />
        )}
      </FormField>
      <FormField act={act} name="about" prompt="otc.apply.about.first">
        {(field) => (
          <TextArea
            {...field}
            label={text('otc.apply.about')}
            description={text('otc.apply.about.text')}
            maxLength={ABOUT_LENGTH}
            rows={4}
          />
        )}
      </FormField>
      <FormField
        act={act}
        name="accepted"
        required={false}
        check={(accepted) => (accepted ? null : text('otc.apply.accept.first'))}
      >
        {({ value, onValueChange, error }) => (
          <div className="flex flex-col gap-1">
            <Checkbox checked={value} onCheckedChange={onValueChange} invalid={error !== undefined}>
              <span className="text-14 text-ink">{text('otc.apply.accept')}</span>
            </Checkbox>
            {error !== undefined && (
              <p role="alert" className="ps-6 text-13 text-warn">
                {error}
              </p>
            )}
          </div>
        )}
      </FormField>
      <div className="flex flex-col items-start gap-2">
        <Button type="submit" size="large" loading={act.isPending} disabled={obstacle !== null}>
          {text('otc.apply.send')}
        </Button>
        <ActMessage phase={act.phase} error={act.error} obstacle={obstacle} />
      </div>
    </form>
  );
}
