import type { Db } from '#server/lib/database.ts'
import { changeSiteSetting, readSiteSetting } from '#server/lib/site-settings.ts'
import type { SettingChange, SiteSetting } from '#server/lib/site-settings.ts'
import { defaultPolicies } from '../model.ts'
import type { PostingPolicies } from '../model.ts'
import { policiesSchema } from '../schemas-settings.ts'

export const policiesSetting: SiteSetting<typeof policiesSchema> = {
  key: 'posting-policies',
  schema: policiesSchema,
  fallback: { account: defaultPolicies.account, public: defaultPolicies.public },
}

/** The policies in force. Imports always wait for approval. */
export async function findPolicies(db: Db): Promise<PostingPolicies> {
  return { ...(await readSiteSetting(db, policiesSetting)), import: defaultPolicies.import }
}

/** Holds for what is posted from now on; what is waiting goes on waiting. */
export const setPolicies = (
  db: Db,
  policies: Pick<PostingPolicies, 'account' | 'public'>,
  change: SettingChange,
): Promise<void> => changeSiteSetting(db, policiesSetting, policies, change)
