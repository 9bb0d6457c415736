import { randomUUID } from 'node:crypto';
import type { OperatorActName } from '@candor/api';

/** Returns the key under which an operator acts: a retry under the same header's key is the same act. */
export function actKey(
  act: OperatorActName,
  { operatorId }: { readonly operatorId: number },
  headerKey: string | null,
): string {
  return `${act}:${operatorId}:${headerKey ?? randomUUID()}`;
}
