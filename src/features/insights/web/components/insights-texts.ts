import type { Role } from '#shared/contract.ts'
import { homePath, signInPath } from '#shared/paths.ts'

export const insightsRoles: readonly Role[] = ['employer', 'recruiter', 'admin']

export const insightsTexts = {
  signIn: { title: 'Please log in', description: 'You need to be logged in to see your insights.', to: signInPath },
  denied: { title: 'Access denied', description: 'Only employers and recruiters have insights.', to: homePath },
}
