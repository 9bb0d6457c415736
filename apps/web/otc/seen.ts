import type { OtcOrderDetail } from '@candor/api';

/** Returns the state of an open order as acts name it. */
export const seenOf = ({ state }: OtcOrderDetail): 'created' | 'paid' | 'lapsed' | 'appealed' =>
  state as 'created' | 'paid' | 'lapsed' | 'appealed';
