import { ActMessage, linkClass, useAct, useText } from '@candor/ui';
import { useRouter } from '@tanstack/react-router';
import { useClient } from '../data/index.ts';
import { keepRecovery } from './kept-recovery.ts';

/** The way on from a second step for who can show none of the factors: begins a request by the ticket of the first. */
export function LostFactors({ act, ticket }: { readonly act: 'login' | 'reset'; readonly ticket: string }) {
  const client = useClient();
  const router = useRouter();
  const text = useText();
  const begin = useAct<{ readonly token: string }>({
    mutationFn: () => client.call('openRecovery', { body: { act, ticket } }),
    onSuccess: ({ token }) => {
      keepRecovery(token);
      return router.navigate({ to: '/user/recover' });
    },
  });
  return (
    <div className="flex flex-col gap-2">
      <button
        type="button"
        className={`${linkClass} self-start text-14 touch:min-h-11`}
        disabled={begin.isPending}
        onClick={() => begin.mutate(undefined)}
      >
        {text('shell.recoveryLink')}
      </button>
      <ActMessage phase={begin.phase} error={begin.error} />
    </div>
  );
}
