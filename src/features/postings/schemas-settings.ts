import { z } from 'zod'
import { publishingPolicies, renewableDays } from './model.ts'

/** What administrators may set about postings. */

const policy = z.enum(publishingPolicies, 'Choose one of the two.')

export const policiesSchema = z.object({ account: policy, public: policy })

const fewestDays = 15
const mostDays = 365

const wholeDays = (least: number, most: number) => {
  const message = `Enter a whole number of days from ${least} to ${most}.`
  return z.int(message).min(least, message).max(most, message)
}

export const periodsSchema = z.object({ days: wholeDays(fewestDays, mostDays), reminderDays: wholeDays(1, renewableDays) })
