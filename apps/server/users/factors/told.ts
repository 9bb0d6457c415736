import type { Call } from '@candor/api';
import type { MessageKind } from '../../gateway/messages/index.ts';

type Answered = (answer: unknown) => MessageKind | null;

/** A withdrawal whose address its owner confirms by a code is named by the message of that code. */
const withdrawalAsked: Answered = (answer) =>
  (answer as { readonly confirmBy: string | null }).confirmBy === null ? 'withdrawalAsked' : null;

/**
 * Acts behind factors that leave no `securityChanged` when they are done. `own` ones write their message themselves: before
 * the change, so that it goes to the earlier contacts and carries the words that its owner knows, or of a kind of theirs.
 */
const otherwise: Readonly<Partial<Record<string, 'own' | Answered>>> = {
  antiCode: 'own',
  bindEmail: 'own',
  accountVerificationBinding: 'own',
  closeAccount: 'own',
  requestDataExport: 'own',
  getDataExportLink: 'own',
  withdrawal: withdrawalAsked,
};

/** The kind of the message that tells an owner of an act behind factors; null where another message does. */
export function toldBy({ name }: Pick<Call, 'name'>, answer: unknown): MessageKind | null {
  const policy = otherwise[name];
  if (policy === undefined) return 'securityChanged';
  return policy === 'own' ? null : policy(answer);
}
