import type { FourEyesName } from '@candor/api';
import type { Command } from '@candor/kernel';
import { encodeCommand } from '../../engine/outbox/index.ts';
import { actKey } from './act-key.ts';
import type { ActDetails } from './four-eyes.ts';
import type { Operator } from './operator-types.ts';
import type { Proposals } from './proposals.ts';

type WithReason = Extract<Command, { readonly reason: string }>;

/** Proposes an act that is one command, of the same name. `after` are the details as they would stand. */
export async function proposeCommand(
  proposals: Pick<Proposals, 'propose'>,
  operator: Operator,
  command: WithReason & { readonly type: FourEyesName },
  after: ActDetails,
  headerKey: string | null,
): Promise<{ proposalId: number }> {
  const { type: act, reason } = command;
  const proposal = { act, after, payload: encodeCommand(command), reason };
  return { proposalId: await proposals.propose(operator, proposal, actKey(act, operator, headerKey)) };
}
