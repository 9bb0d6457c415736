import type { StepUpMethod } from '@candor/api';
import {
  ActMessage,
  Button,
  FormField,
  ManagedName,
  PasswordField,
  TextField,
  useAct,
  useActForm,
  useText,
} from '@candor/ui';
import { useCodeCountdown } from '../common/code-countdown.ts';
import { loginNameOf } from '../common/login-name.ts';
import { masked } from '../common/masked.ts';
import { passwordHash } from '../common/password-hash.ts';
import { useClient, useKeptMessages, useUser } from '../data/index.ts';
import { SentCodeField } from './sent-code-field.tsx';

export type TypedMethod = Exclude<StepUpMethod, 'passkey'>;
type SentMethod = 'email' | 'sms';

export const isTyped = (method: StepUpMethod): method is TypedMethod => method !== 'passkey';
const isPassword = (method: TypedMethod): method is 'password' | 'fundPassword' =>
  method === 'password' || method === 'fundPassword';
const isSent = (method: TypedMethod): method is SentMethod => method === 'email' || method === 'sms';
const contactOf = { email: 'email', sms: 'phone' } as const;

const NOTHING = { answer: '' };
const MAX_LENGTH = 32;

/** Sends the code of a challenge to the user's own contact. */
function useSentCode(challenge: string, method: SentMethod) {
  const client = useClient();
  const user = useUser();
  const isKept = useKeptMessages(method);
  const { waitSeconds, isSent, onSent } = useCodeCountdown();
  const act = useAct<{ readonly resendAt: number }>({
    mutationFn: (_nothing, sending) => client.call('stepUpCode', { body: { challenge, method } }, sending),
    onSuccess: onSent,
  });
  const kind = contactOf[method];
  const contact = user?.[kind] ?? null;
  return {
    act,
    field: {
      to: contact === null ? '--' : masked(kind, contact),
      isKept,
      waitSeconds,
      isSent,
      isSending: act.isPending,
      onSend: () => act.mutate(undefined),
    },
  };
}

/** One factor that is typed: a password, or a code. */
export function TypedFactor({
  method,
  challenge,
  onShown,
}: {
  readonly method: TypedMethod;
  readonly challenge: string;
  readonly onShown: (method: StepUpMethod, isComplete: boolean) => void;
}) {
  const client = useClient();
  const text = useText();
  const user = useUser();
  const code = useSentCode(challenge, isSent(method) ? method : 'email');
  const act = useActForm<typeof NOTHING, { readonly complete: boolean }>({
    defaultValues: NOTHING,
    send: ({ answer }) =>
      client.call('stepUp', {
        body: { challenge, method, answer: isPassword(method) ? passwordHash(answer) : answer.trim() },
      }),
    places: { answer: 'answer', code: 'answer' },
    onDone: ({ complete }, _values, form) => {
      form.reset(NOTHING);
      onShown(method, complete);
    },
    // each code works once
    onFailed: (_field, form) => form.setValue('answer', ''),
  });
  const label = text(`shell.stepUp.method.${method}`);
  return (
    <form noValidate onSubmit={act.submit} className="flex flex-col gap-4">
      {method === 'password' && user !== null && <ManagedName value={loginNameOf(user)} />}
      <FormField act={act} name="answer" prompt={`ui.required.${isPassword(method) ? method : 'code'}`}>
        {(field) => {
          if (isSent(method)) return <SentCodeField {...field} {...code.field} label={label} />;
          if (isPassword(method))
            return (
              <PasswordField
                {...field}
                label={label}
                autoComplete={method === 'password' ? 'current-password' : 'off'}
              />
            );
          return (
            <TextField
              {...field}
              label={label}
              autoComplete="one-time-code"
              inputMode={method === 'recovery' ? 'text' : 'numeric'}
              maxLength={MAX_LENGTH}
            />
          );
        }}
      </FormField>
      <ActMessage phase={code.act.phase} error={act.error ?? code.act.error} />
      <Button type="submit" loading={act.isPending}>
        {text('shell.stepUp.next')}
      </Button>
    </form>
  );
}
