import { z } from 'zod'
import { defineEndpoint } from '#shared/contract.ts'

const admins = ['admin'] as const
const done = z.object({ success: z.literal(true) })

/** How many there are, how many of them came on each of the last seven days (today, in UTC, last), and those together. */
const growing = z.object({ total: z.number(), thisWeek: z.number(), perDay: z.array(z.number()) })

export const getAdminSummary = defineEndpoint({
  name: 'getAdminSummary',
  method: 'GET',
  path: '/api/admin/summary',
  access: admins,
  summary: 'How much there is, and what waits for somebody',
  response: z.object({
    users: growing,
    jobs: growing,
    subscribers: growing,
    pendingJobs: z.number(),
    /** Of those that wait, the ones that came on each of the last seven days. */
    pendingPerDay: z.array(z.number()),
    unreadJobs: z.number(),
    openReports: z.number(),
    /** Nobody tries them any more: somebody has to look. */
    deadMails: z.number(),
    deadTasks: z.number(),
  }),
})
export type GetAdminSummary = typeof getAdminSummary

export const reloadDerivedData = defineEndpoint({
  name: 'reloadDerivedData',
  method: 'POST',
  path: '/api/admin/reload',
  access: admins,
  limit: { max: 6, seconds: 60 },
  summary: 'Rebuild what is derived from the jobs: counts, vocabulary, and every node’s caches',
  response: done,
})
export type ReloadDerivedData = typeof reloadDerivedData

export const exportSubscribers = defineEndpoint({
  name: 'exportSubscribers',
  method: 'GET',
  path: '/admin/subscribers.csv',
  access: admins,
  summary: 'The newsletter’s subscribers, as a CSV file',
  response: z.string().meta({ format: 'binary' }),
})
