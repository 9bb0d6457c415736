import type { PledgeOrderRow } from '@candor/api';
import { Checkbox, toasts, useAct, useProblem, useText } from '@candor/ui';
import { useClient } from '../data/index.ts';
import { usePledgesChanged } from './use-pledges.ts';

type Renewal = Pick<PledgeOrderRow, 'id' | 'autoRenew'>;

/** Turns the renewal of a running order on and off. */
export function RenewalSwitch({ order }: { readonly order: PledgeOrderRow }) {
  const text = useText();
  const client = useClient();
  const problemOf = useProblem();
  const onSettled = usePledgesChanged();
  const { id, autoRenew } = order;
  const number = String(id);
  const act = useAct<Renewal, boolean>({
    mutationFn: (on, sending) =>
      client.call('setPledgeRenewal', { body: { id, autoRenew: on } }, sending).catch((error: unknown) => {
        toasts.refused(problemOf(error).text);
        throw error;
      }),
    onSuccess: (changed) =>
      void toasts.success(text(changed.autoRenew ? 'staking.renew.on' : 'staking.renew.off', { number })),
    onSettled,
  });
  const shown = act.isPending ? act.variables : autoRenew;
  return (
    <Checkbox checked={shown} disabled={act.isPending} onCheckedChange={(on) => act.mutate(on)}>
      <span className="sr-only">{text('staking.renew.label', { number })}</span>
    </Checkbox>
  );
}
