/** The first file of an archive: what it holds and how it is read. In English, as the names of fields are. */
export const READ_ME = (userId: number, seq: number): string => `Candor: everything about account ${userId}

The folders csv/ and json/ hold the same records. Times are UTC. Amounts are exact decimals.
All of it is of one moment: sequence number ${seq} of the exchange's journal.

- ledger-entries: every change of a balance. Their amounts, added up by wallet, market, debt and
  coin, are the balances in ledger-balances, to the last unit.
- *-receipts, spot-fills, seconds-contracts, swaps, staking-orders, finance-orders: what was
  settled, with the inputs from which the verifier and your browser recompute it.
- files-file: the photos and pictures that you uploaded, by number. The pictures are not enclosed.
- touches-touch: who of the house looked at your account or changed something in it.

Left out: passwords, the secrets of your factors and API keys, and records of other users.
`;
