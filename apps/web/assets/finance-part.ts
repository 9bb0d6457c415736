import type { CustomerRoom, MessageId } from '@candor/i18n';
import type { ComponentType } from 'react';

/** Coins of the user in one product that earns, as rows of the assets page. */
export interface FinancePart {
  readonly id: string;
  readonly title: MessageId;
  readonly messages: readonly CustomerRoom[];
  /** The rows, with the state of their own loading. */
  readonly Content: ComponentType;
}
