import { expect } from 'vitest';
import { eventually } from '../../support/patience.ts';

/**
 * Places an order at the market again until it is filled. The house quotes nothing while its venue is late, as on a busy
 * machine, and what finds no quote ends unfilled.
 */
export const filled = <Receipt extends { readonly status: string }>(
  place: () => Promise<Receipt>,
): Promise<Receipt> =>
  eventually(async () => {
    const receipt = await place();
    expect(receipt.status).toBe('filled');
    return receipt;
  });
