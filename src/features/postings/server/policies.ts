import { z } from 'zod'
import { recordAudit } from '#server/lib/audit.ts'
import type { Db } from '#server/lib/database.ts'
import { readSiteSetting, writeSiteSetting } from '#server/lib/site-settings.ts'
import type { SiteSetting } from '#server/lib/site-settings.ts'
import { defaultPolicies, publishingPolicies } from '../model.ts'
import type { PostingPolicies, PublishingPolicy } from '../model.ts'

const policy = z.enum(publishingPolicies)
const stored = z.object({ account: policy, public: policy })

const setting: SiteSetting<typeof stored> = {
  key: 'posting-policies',
  schema: stored,
  fallback: { account: defaultPolicies.account, public: defaultPolicies.public },
}

/** The policies in force. Imports always wait for approval. */
export async function findPolicies(db: Db): Promise<PostingPolicies> {
  return { ...(await readSiteSetting(db, setting)), import: defaultPolicies.import }
}

/** Holds for what is posted from now on; what is waiting goes on waiting. */
export async function setPolicies(
  db: Db,
  { account, public: open }: { account?: PublishingPolicy | undefined; public?: PublishingPolicy | undefined },
  actorId: string,
): Promise<PostingPolicies> {
  return db.transaction().execute(async (trx) => {
    const before = await readSiteSetting(trx, setting)
    const after = { account: account ?? before.account, public: open ?? before.public }
    await writeSiteSetting(trx, setting, after, actorId)
    await recordAudit(trx, {
      action: 'postings.policy-changed',
      actorId,
      subject: 'setting:posting-policies',
      detail: { before, after },
    })
    return findPolicies(trx)
  })
}
