import type { Role } from '#shared/contract.ts'
import { homePath, providerSignInPath, signInPath } from '#shared/paths.ts'

/** Who has a dashboard, and what everybody else is told. */

export const posterRoles: readonly Role[] = ['employer', 'recruiter', 'admin']

const denied = { title: 'Access denied', description: 'Only employers can access the dashboard.', to: homePath }
const signIn = { title: 'Please log in', description: 'You need to be logged in to access the employer dashboard.' }

export const dashboardTexts = { signIn: { ...signIn, to: providerSignInPath }, denied }
export const postingPageTexts = { signIn: { ...signIn, to: signInPath }, denied }
