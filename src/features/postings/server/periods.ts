import type { Db } from '#server/lib/database.ts'
import { changeSiteSetting, readSiteSetting } from '#server/lib/site-settings.ts'
import type { SettingChange, SiteSetting } from '#server/lib/site-settings.ts'
import { postingDays, reminderDays } from '../model.ts'
import type { PostingPeriods } from '../model.ts'
import { periodsSchema } from '../schemas-settings.ts'

export const periodsSetting: SiteSetting<typeof periodsSchema> = {
  key: 'posting-periods',
  schema: periodsSchema,
  fallback: { days: postingDays, reminderDays },
}

/** How long postings stay live, and when their posters are reminded. */
export const findPeriods = (db: Db): Promise<PostingPeriods> => readSiteSetting(db, periodsSetting)

/** Holds for periods that begin from now on; one that runs keeps its end, and is reminded of in the new time. */
export async function setPeriods(db: Db, periods: PostingPeriods, change: SettingChange): Promise<void> {
  await changeSiteSetting(db, periodsSetting, periods, change)
}
