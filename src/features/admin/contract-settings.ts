import { z } from 'zod'
import { periodsSchema, policiesSchema } from '#features/postings/schemas-settings.ts'
import { heroFiguresSchema } from '#features/site/schemas.ts'
import { defineEndpoint } from '#shared/contract.ts'

/** What an administrator changes while the site runs. Each setting says which state of it somebody has before them. */

const admins = ['admin'] as const
const version = z.object({ version: z.int().min(0) })

/** A setting with its story. */
const setting = <Value extends z.ZodType>(value: Value) =>
  z.object({
    value,
    /** To be sent along with a change: a second administrator's is then not overwritten unseen. */
    version: z.int(),
    /** The latest first. */
    changes: z.array(
      z.object({
        at: z.iso.datetime(),
        /** Null for the operator, and for people who are gone. */
        by: z.string().nullable(),
        value,
      }),
    ),
  })

const siteSettings = z.object({
  publishing: setting(policiesSchema),
  periods: setting(periodsSchema),
  heroFigures: setting(heroFiguresSchema),
  /** What the live figures say, or would say; without a time they have not been made yet. */
  liveFigures: z.object({
    figures: z.array(z.object({ value: z.string(), label: z.string() })),
    asOf: z.iso.datetime().nullable(),
  }),
})
export type SiteSettings = z.infer<typeof siteSettings>

export const getSiteSettings = defineEndpoint({
  name: 'getSiteSettings',
  method: 'GET',
  path: '/api/admin/settings',
  access: admins,
  summary: 'Every setting of the running site, with who changed it when',
  response: siteSettings,
})
export type GetSiteSettings = typeof getSiteSettings

export const setPublishing = defineEndpoint({
  name: 'setPublishing',
  method: 'PUT',
  path: '/api/admin/settings/publishing',
  access: admins,
  summary: 'Whether new postings go live at once or after review; imports are always reviewed',
  body: policiesSchema.extend(version.shape),
  response: siteSettings,
  errors: ['CONFLICT'],
})
export type SetPublishing = typeof setPublishing

export const setPostingPeriods = defineEndpoint({
  name: 'setPostingPeriods',
  method: 'PUT',
  path: '/api/admin/settings/periods',
  access: admins,
  summary: 'How long postings and renewals last from now on, and when posters are reminded',
  body: periodsSchema.extend(version.shape),
  response: siteSettings,
  errors: ['CONFLICT'],
})
export type SetPostingPeriods = typeof setPostingPeriods

export const setHeroFigures = defineEndpoint({
  name: 'setHeroFigures',
  method: 'PUT',
  path: '/api/admin/settings/hero-figures',
  access: admins,
  summary: 'Whether the landing page shows fixed figures or those of the board',
  body: heroFiguresSchema.extend(version.shape),
  response: siteSettings,
  errors: ['CONFLICT'],
})
export type SetHeroFigures = typeof setHeroFigures
