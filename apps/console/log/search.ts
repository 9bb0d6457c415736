import { isOperatorAct, type OperatorActName } from '@candor/api';
import type { RawSearch } from '../shell/search.ts';

export interface LogSearch {
  /** Only entries of one act; all without it. */
  readonly act?: OperatorActName;
}

export function logSearch({ act }: RawSearch): LogSearch {
  return isOperatorAct(act) ? { act } : {};
}
