import type { z } from 'zod'
import { findUser } from '#features/accounts/server/public.ts'
import { periodsSetting, policiesSetting } from '#features/postings/server/public.ts'
import { heroFiguresSetting, findLiveFigures } from '#features/home/server/public.ts'
import type { Db } from '#platform/server/database.ts'
import {
  findSiteSettingVersion,
  listSiteSettingChanges,
  readSiteSetting,
  type SiteSetting,
} from '#platform/server/site-settings.ts'
import type { SiteSettings } from '../contract.ts'

const shownChanges = 20

export async function getSiteSettings(db: Db): Promise<SiteSettings> {
  const [publishing, periods, heroFigures, live] = await Promise.all([
    storyOf(db, policiesSetting),
    storyOf(db, periodsSetting),
    storyOf(db, heroFiguresSetting),
    findLiveFigures(db),
  ])
  return { publishing, periods, heroFigures, liveFigures: { figures: live.figures, asOf: live.asOf?.toISOString() ?? null } }
}

async function storyOf<S extends z.ZodType>(db: Db, setting: SiteSetting<S>) {
  const [value, version, changes] = await Promise.all([
    readSiteSetting(db, setting),
    findSiteSettingVersion(db, setting),
    listSiteSettingChanges(db, setting, shownChanges),
  ])
  const names = await namesOf(
    db,
    changes.map((it) => it.changedBy),
  )
  return {
    value,
    version,
    changes: changes.map(({ at, changedBy, value: changed }) => ({
      at: at.toISOString(),
      by: (changedBy !== null && names.get(changedBy)) || null,
      value: setting.schema.catch(() => setting.fallback).parse(changed),
    })),
  }
}

async function namesOf(db: Db, ids: readonly (string | null)[]): Promise<Map<string, string>> {
  const known = [...new Set(ids)].filter((it) => it !== null)
  const users = await Promise.all(known.map((id) => findUser(db, id)))
  return new Map(
    users.flatMap((user) => (user ? [[user.id, user.email ?? `${user.first_name ?? ''} ${user.last_name ?? ''}`]] : [])),
  )
}
