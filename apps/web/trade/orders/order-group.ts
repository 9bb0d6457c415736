import type { CustomerRoom, MessageId } from '@candor/i18n';
import type { RouteComponent } from '@tanstack/react-router';

/** One list of orders, fills or positions; its code is loaded when it is first shown. */
export interface OrderGroupList {
  readonly value: string;
  readonly title: MessageId;
  readonly Content: RouteComponent;
  /** Saves the whole list as a file; a list without one has no amounts to sum. */
  readonly File?: RouteComponent;
  /** Kind of markets by which it can be filtered, beside its days; left out where it shows what stands now. */
  readonly filter?: 'markets' | 'contracts' | 'days';
}

/** The orders of one product or account, as the order centre shows them. */
export interface OrderGroup {
  readonly title: MessageId;
  /** Rooms of messages that its lists show. */
  readonly messages: readonly CustomerRoom[];
  /** The lists in their order; the first is shown first. */
  readonly lists: readonly [OrderGroupList, ...OrderGroupList[]];
}
