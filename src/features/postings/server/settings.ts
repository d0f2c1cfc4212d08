import type { Db } from '#server/lib/database.ts'
import { readSiteSetting, type SiteSetting } from '#server/lib/site-settings.ts'
import { defaultPolicies, postingDays, reminderDays, type PostingPeriods, type PostingPolicies } from '../model.ts'
import { periodsSchema, policiesSchema } from '../schemas.ts'

/** Holds for what is posted from now on; what is waiting goes on waiting. */
export const policiesSetting: SiteSetting<typeof policiesSchema> = {
  key: 'posting-policies',
  schema: policiesSchema,
  fallback: { account: defaultPolicies.account, public: defaultPolicies.public },
}

/** The policies in force. Imports always wait for approval. */
export async function findPolicies(db: Db): Promise<PostingPolicies> {
  return { ...(await readSiteSetting(db, policiesSetting)), import: defaultPolicies.import }
}

/** Holds for periods that begin from now on; one that runs keeps its end, and its poster is reminded at the new time. */
export const periodsSetting: SiteSetting<typeof periodsSchema> = {
  key: 'posting-periods',
  schema: periodsSchema,
  fallback: { days: postingDays, reminderDays },
}

/** How long postings stay live, and when their posters are reminded. */
export const findPeriods = (db: Db): Promise<PostingPeriods> => readSiteSetting(db, periodsSetting)
