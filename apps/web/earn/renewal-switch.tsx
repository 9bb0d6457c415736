import { Checkbox, toasts, useAct, useProblem, useText } from '@candor/ui';
import { useClient } from '../data/index.ts';
import type { EarnProduct } from './product.ts';
import { useOrdersChanged } from './use-earn.ts';

interface RenewalSwitchProps {
  readonly product: EarnProduct;
  readonly renew: NonNullable<EarnProduct['renew']>;
  readonly id: number;
  readonly autoRenew: boolean;
}

/** Turns the renewal of a running order on and off. */
export function RenewalSwitch({ product, renew, id, autoRenew }: RenewalSwitchProps) {
  const text = useText();
  const client = useClient();
  const problemOf = useProblem();
  const onSettled = useOrdersChanged(product);
  const number = String(id);
  const act = useAct<{ readonly autoRenew: boolean }, boolean>({
    mutationFn: (on, sending) =>
      renew(client, { id, autoRenew: on }, sending).catch((error: unknown) => {
        toasts.refused(problemOf(error).text);
        throw error;
      }),
    onSuccess: (changed) =>
      void toasts.success(text(changed.autoRenew ? 'earn.renew.on' : 'earn.renew.off', { number })),
    onSettled,
  });
  const shown = act.isPending ? act.variables : autoRenew;
  return (
    <Checkbox checked={shown} disabled={act.isPending} onCheckedChange={(on) => act.mutate(on)}>
      <span className="sr-only">{text('earn.renew.label', { number })}</span>
    </Checkbox>
  );
}
