import {
  CHAT_TEXT_LENGTH,
  chatLength,
  GUEST_CHAT_DAYS,
  isBlankChatText,
  type SupportMatter,
} from '@candor/api';
import {
  ActMessage,
  Button,
  buttonClass,
  FormField,
  TextArea,
  TextField,
  useActForm,
  useText,
} from '@candor/ui';
import { useEffect, useRef, useState } from 'react';
import type { SupportSubject } from '../../common/support-texts.ts';
import { useClient, usePreference } from '../../data/index.ts';
import { LoginLink } from '../login-link.tsx';
import { MatterField } from './matter-field.tsx';
import { referenceOf } from './reference.ts';

interface Values {
  readonly matter: SupportMatter;
  readonly email: string;
  readonly content: string;
}

/** Words that were not sent when the dialog was shut: in the memory of this page alone. */
let unsent: Pick<Values, 'email' | 'content'> = { email: '', content: '' };

/** The form of a visitor: answers go to the mail address, each with a link to the conversation. */
function Form({ subject }: { readonly subject: SupportSubject }) {
  const client = useClient();
  const text = useText();
  const language = usePreference('language');
  const { textId } = subject;
  const isSent = useRef(false);
  const act = useActForm<Values, { readonly id: number }>({
    defaultValues: { matter: subject.matter, ...unsent },
    send: (values, sending) =>
      client.call(
        'askSupport',
        {
          body: {
            ...values,
            email: values.email.trim(),
            language,
            ...(textId === undefined ? {} : { reference: referenceOf(textId) }),
          },
        },
        sending,
      ),
    onDone: () => {
      isSent.current = true;
    },
  });
  const { getValues } = act.form;
  useEffect(
    () => () => {
      const { email, content } = getValues();
      unsent = isSent.current ? { email: '', content: '' } : { email, content };
    },
    [getValues],
  );
  if (act.data !== null)
    return (
      <p role="status" className="border-l-2 border-accent pl-3 text-ink">
        {text('chat.guest.sent', { number: String(act.data.id), email: act.form.getValues('email') })}
      </p>
    );
  return (
    <form noValidate onSubmit={act.submit} className="flex flex-col gap-3">
      <FormField act={act} name="matter" required={false}>
        {({ value, onValueChange }) => <MatterField value={value} onValueChange={onValueChange} />}
      </FormField>
      <FormField act={act} name="email" prompt="chat.guest.emailPrompt">
        {(field) => (
          <TextField
            {...field}
            type="email"
            label={text('chat.guest.email')}
            description={text('chat.guest.emailHint')}
            autoComplete="email"
            maxLength={254}
          />
        )}
      </FormField>
      <FormField
        act={act}
        name="content"
        prompt="error.CHAT_TEXT_EMPTY"
        check={(typed) => {
          if (isBlankChatText(typed)) return text('error.CHAT_TEXT_EMPTY');
          return chatLength(typed) > CHAT_TEXT_LENGTH ? text('error.CHAT_TEXT_TOO_LONG') : null;
        }}
      >
        {(field) => (
          <TextArea
            {...field}
            rows={4}
            label={text('chat.message')}
            description={text('chat.length', {
              count: chatLength(act.form.watch('content')),
              max: CHAT_TEXT_LENGTH,
            })}
          />
        )}
      </FormField>
      <p className="text-13">{text('chat.guest.kept', { days: GUEST_CHAT_DAYS })}</p>
      <Button type="submit" className="self-start" loading={act.isPending}>
        {text('chat.send')}
      </Button>
      <ActMessage phase={act.phase} error={act.error} />
    </form>
  );
}

/** Support for who is not logged in: to log in, or to write without an account. */
export function WriteWithoutAccount({ subject }: { readonly subject: SupportSubject }) {
  const text = useText();
  const [isOpen, setOpen] = useState(unsent.content !== '');
  return (
    <div className="flex flex-col gap-3">
      <p>{text('chat.guest.text')}</p>
      <div className="flex flex-wrap gap-3">
        <LoginLink className={buttonClass('primary')}>{text('shell.login')}</LoginLink>
        {!isOpen && (
          <Button variant="quiet" onClick={() => setOpen(true)}>
            {text('chat.guest.open')}
          </Button>
        )}
      </div>
      {isOpen && <Form subject={subject} />}
    </div>
  );
}
