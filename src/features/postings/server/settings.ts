import type { Db } from '#server/lib/database.ts'
import { readSiteSetting, type SiteSetting } from '#server/lib/site-settings.ts'
import { defaultPolicies, postingDays, reminderDays, type PostingPeriods, type PostingPolicies } from '../model.ts'
import { periodsSchema, policiesSchema } from '../schemas.ts'

/** Applies to new postings; pending ones stay pending. */
export const policiesSetting: SiteSetting<typeof policiesSchema> = {
  key: 'posting-policies',
  schema: policiesSchema,
  fallback: { account: defaultPolicies.account, public: defaultPolicies.public },
}

/** The current policies. Imports always wait for approval. */
export async function findPolicies(db: Db): Promise<PostingPolicies> {
  return { ...(await readSiteSetting(db, policiesSetting)), import: defaultPolicies.import }
}

/** Applies to new periods; a running one keeps its end and gets the new reminder. */
export const periodsSetting: SiteSetting<typeof periodsSchema> = {
  key: 'posting-periods',
  schema: periodsSchema,
  fallback: { days: postingDays, reminderDays },
}

/** The current periods. */
export const findPeriods = (db: Db): Promise<PostingPeriods> => readSiteSetting(db, periodsSetting)
