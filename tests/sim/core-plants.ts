import type { Plant } from './plant.ts';

/** Bugs of the journal and of what all products share. */
export const CORE_PLANTS: readonly Plant[] = [
  {
    name: 'journal-fence-without-epoch',
    file: 'journal/writer.ts',
    find: 'WHERE epoch = $4::bigint AND batch_no = $1::bigint - 1 AND seq = $12::bigint AND hash = $13::bytea',
    replace: 'WHERE true',
    breaks: /duplicate key|listeners hear|chain|what was acknowledged|head names row|missing/,
  },
  {
    name: 'journal-answers-before-commit',
    file: 'journal/engine.ts',
    find: 'this.commitTimer.restart();',
    replace: 'this.commitTimer.restart(); batch.answer(batch.commands);',
    breaks: /what was acknowledged stands in the journal/,
  },
  {
    name: 'journal-refuses-what-stands',
    file: 'journal/doubtful-batch.ts',
    find: 'if (this.found !== null) this.batch?.answer(this.found.commands);',
    replace: 'if (false) this.batch?.answer(this.found!.commands);',
    breaks: /what was refused as not done is not done/,
  },
  {
    name: 'journal-trusts-torn-rows',
    file: 'journal/replay.ts',
    find: 'if (!rowHash(hash, row).equals(row.hash))',
    replace: 'if (false)',
    breaks:
      /torn row|nothing starts on a torn row|can not be replayed|REPLAY_DIVERGED|missing|ends otherwise/,
  },
  {
    name: 'journal-tells-twice',
    file: 'journal/recovery.ts',
    find: 'batch.batchNo > former.deliveredBatchNo',
    replace: 'batch.batchNo >= former.deliveredBatchNo',
    breaks: /listeners hear of each command once|JOURNAL_DELIVERY/,
  },
  {
    name: 'journal-forgets-lost-answers',
    file: 'journal/recovery.ts',
    find: 'if (former !== null && batch.batchNo > former.deliveredBatchNo)',
    replace: 'if (false && former !== null)',
    breaks: /listeners hear of each command once|what was refused|JOURNAL_DELIVERY/,
  },
  {
    name: 'keys-forgotten-by-snapshot',
    file: 'kernel/snapshot.ts',
    find: 'writer.count(usedKeys.count);\n  for (const used of usedKeys.all()) {',
    replace:
      'const [, ...keys] = usedKeys.all();\n  writer.count(keys.length);\n  for (const used of keys) {',
    breaks: /gives another state|a replay gives the same state|same key|another state/,
  },
  {
    name: 'keys-serve-any-body',
    file: 'kernel/idempotency.ts',
    find: 'bodyHash === envelope.bodyHash ?',
    replace: 'true ?',
    breaks: /a used key serves no other body/,
  },
  {
    name: 'entry-unbalanced',
    file: 'kernel/ledger/entries.ts',
    find: 'balances.postBig(slot, amount);',
    replace: 'balances.postBig(slot, amount < 0n && amount > -1_000n ? 0n : amount);',
    breaks: /per asset the sum is 0|books agree/,
  },
];
