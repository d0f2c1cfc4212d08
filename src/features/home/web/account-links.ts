import type { Role } from '#shared/contract.ts'
import {
  accountPath,
  adminDashboardPath,
  alertsPath,
  applicationsPath,
  employerDashboardPath,
  favoritesPath,
  inboxPath,
  insightsPath,
  moderationPath,
  resumePath,
  widgetPath,
} from '#shared/paths.ts'

type PageLink = { to: string; label: string }

const ofHirers = [
  { to: employerDashboardPath, label: 'Dashboard' },
  { to: inboxPath, label: 'Inbox' },
  { to: insightsPath, label: 'Insights' },
  { to: widgetPath, label: 'Jobs on your website' },
]

/** The links of each role, for header and menu. */
const ownPages: Record<Role, readonly PageLink[]> = {
  physician: [
    { to: favoritesPath, label: 'Saved jobs' },
    { to: applicationsPath, label: 'Your applications' },
    { to: alertsPath, label: 'Job alerts' },
    { to: resumePath, label: 'Your CV' },
  ],
  employer: ofHirers,
  recruiter: ofHirers,
  admin: [
    { to: adminDashboardPath, label: 'Admin dashboard' },
    { to: moderationPath, label: 'Moderation' },
  ],
}

export const accountLinks = (role: Role | null): readonly PageLink[] => [
  ...(role === null ? [] : ownPages[role]),
  { to: accountPath, label: 'Your account' },
]
