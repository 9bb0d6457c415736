import type { OperatorTerms, termsDeskCalls } from '@candor/api';
import { idOf } from '../../base/database/index.ts';
import { refuseLate } from '../../engine/acts/index.ts';
import { noteNotice } from '../../gateway/notices/index.ts';
import {
  type ActDetails,
  actKey,
  type DeskDeps,
  type DeskHandlers,
  type FourEyesActs,
} from '../../operators/operator/index.ts';
import {
  changedLanguages,
  completeTexts,
  digestOf,
  publishVersion,
  readDraft,
  readVersions,
  type TermsTexts,
  writeDraft,
} from './index.ts';

type Needs = Pick<DeskDeps, 'operators' | 'now'>;

interface Publication {
  readonly texts: TermsTexts;
  readonly reason: string;
}

const words = (version: number, texts: Partial<TermsTexts>, languages: readonly string[]) =>
  ({
    version: String(version),
    digest: digestOf(texts),
    languages: languages.join(', ') || '–',
  }) satisfies ActDetails;

/** The terms of service, as operators write the next version. A published version is never changed. */
export function termsDesk({ operators, proposals, now }: DeskDeps): DeskHandlers<typeof termsDeskCalls> {
  const { db, log } = operators;
  const tables = db;

  async function read(): Promise<OperatorTerms> {
    const [versions, { current, draft }, waiting] = await Promise.all([
      readVersions(tables),
      readDraft(tables),
      db
        .selectFrom('operator.proposal')
        .select(['proposal_id', 'payload', 'created_at'])
        .where('act', '=', 'publishTerms')
        .where('state', '=', 'open')
        .where('expires_at', '>', new Date(now()))
        .orderBy('proposal_id')
        .execute(),
    ]);
    return {
      versions,
      current,
      draft,
      changed: changedLanguages(current, draft),
      proposed: waiting.map(({ proposal_id, payload, created_at }) => ({
        proposalId: idOf(proposal_id),
        createTime: created_at.getTime(),
        texts: (JSON.parse(payload) as Publication).texts,
      })),
    };
  }

  return {
    getOperatorTerms: () => read(),
    async draftTerms({ session, params: { language }, body: { reason, ...text } }) {
      refuseLate(now());
      await db.transaction().execute(async (trx) => {
        if (!(await writeDraft(trx, language, text))) return;
        const entry = { timeMs: now(), operator: session.name, action: 'draftTerms' } as const;
        await log.append(trx, { ...entry, details: { language, reason } });
      });
      return read();
    },
    async publishTerms({ session, body: { reason }, idempotencyKey }) {
      const { current, draft } = await readDraft(tables);
      const texts = completeTexts(draft);
      const [newest] = await readVersions(tables);
      const after = words((newest?.version ?? 0) + 1, texts, changedLanguages(current, texts));
      const key = actKey('publishTerms', session, idempotencyKey);
      const payload = JSON.stringify({ texts, reason } satisfies Publication);
      const proposal = { act: 'publishTerms', after, payload, reason } as const;
      return { proposalId: await proposals.propose(session, proposal, key) };
    },
  };
}

/** The act: a version more. An approver reads its texts at the desk. */
export function termsFourEyes({ operators, now }: Needs): FourEyesActs<'publishTerms'> {
  return {
    publishTerms: {
      async before() {
        const tables = operators.db;
        const [newest] = await readVersions(tables);
        return newest === undefined ? null : words(newest.version, (await readDraft(tables)).current, []);
      },
      effect(payload) {
        const { texts, reason } = JSON.parse(payload) as Publication;
        return {
          async within(trx, key) {
            const atMs = now();
            await publishVersion(trx, { texts, reason, key, atMs });
            await noteNotice(trx, {
              userId: null,
              key: `terms:service:${key}`,
              kind: 'terms-changed',
              timeMs: atMs,
              facts: {
                terms: 'service',
                symbol: null,
                symbol_name: null,
                coin: null,
                state: 'applied',
                effectiveTime: atMs,
                reason,
              },
            });
          },
        };
      },
    },
  };
}
