import { DEFAULT_AVATAR, IMAGE_TYPES } from '@candor/api';
import { ActMessage, Button, toasts, useAct, useProblem, useText } from '@candor/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { Avatar } from '../common/avatar.tsx';
import { queryKeys, useClient, useServices } from '../data/index.ts';
import { Section } from './section.tsx';

/** The user's picture, with the ways to choose another and to go without. */
export function OwnPicture({ avatar }: { readonly avatar: string }) {
  const client = useClient();
  const { session } = useServices();
  const queries = useQueryClient();
  const text = useText();
  const problemOf = useProblem();
  const chooser = useRef<HTMLInputElement>(null);
  const changed = () =>
    Promise.all([session.reloadUser(), queries.invalidateQueries({ queryKey: queryKeys.contacts })]);
  const upload = useMutation<unknown, unknown, File>({
    mutationFn: (file) => client.call('uploadAvatar', { file }),
    onSuccess: () => {
      toasts.done(text('ui.done'));
      return changed();
    },
  });
  const remove = useAct<unknown>({
    mutationFn: (_nothing, sending) => client.call('removeAvatar', {}, sending),
    saysDone: true,
    onSuccess: changed,
  });
  return (
    <Section title={text('account.avatar.title')} text={text('account.avatar.text')}>
      <div className="flex flex-wrap items-center gap-4">
        <Avatar src={avatar} className="size-16" />
        <input
          ref={chooser}
          type="file"
          accept={IMAGE_TYPES.join(',')}
          data-testid="avatar-file"
          aria-label={text('account.avatar.choose')}
          tabIndex={-1}
          className="hidden"
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            if (file !== undefined) upload.mutate(file);
            // so that the same file can be chosen again
            event.target.value = '';
          }}
        />
        <Button variant="quiet" loading={upload.isPending} onClick={() => chooser.current?.click()}>
          {text('account.avatar.choose')}
        </Button>
        {avatar !== DEFAULT_AVATAR && (
          <Button variant="quiet" loading={remove.isPending} onClick={() => remove.mutate(undefined)}>
            {text('account.avatar.remove')}
          </Button>
        )}
      </div>
      {upload.isError && (
        <p role="alert" className="text-13 text-warn">
          {problemOf(upload.error).text}
        </p>
      )}
      <ActMessage phase={remove.phase} error={remove.error} />
    </Section>
  );
}
