import { AGENT_PLACE } from '@candor/products';
import { useText } from '@candor/ui';

/** Returns a function that names a share of a fee: that of a generation, or an agent's own. */
export function useShareName(): (generation: number) => string {
  const text = useText();
  return (generation) =>
    generation === AGENT_PLACE ? text('rewards.agent.share') : text('rewards.generation', { generation });
}
