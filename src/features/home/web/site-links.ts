import {
  accountPath,
  adminDashboardPath,
  duplicatesPath,
  alertsPath,
  applicationsPath,
  comparePath,
  employerDashboardPath,
  employersPath,
  favoritesPath,
  inboxPath,
  insightsPath,
  moderationPath,
  postJobPath,
  profilePath,
  resumePath,
  salariesPath,
  widgetPath,
} from '#shared/paths.ts'
import type { Role } from '#shared/contract.ts'
import type { Specialty } from '#vocabulary/specialties.ts'
import { listOf } from '#vocabulary/table.ts'

type Section = {
  to: string
  /** Other pages of the section, instead of those below it. */
  others?: readonly string[]
  label: string
}

/** The four sections of header and menu. */
export const sections: readonly Section[] = [
  { to: '/jobs', label: 'Jobs' },
  { to: postJobPath, others: [employersPath, '/employers/posted'], label: 'Post a Job' },
  { to: '/about', label: 'About' },
  { to: '/contact', label: 'Contact' },
]

/** Pages for physicians, after the four sections. */
export const moreSections: readonly Section[] = [
  { to: salariesPath, label: 'Salaries' },
  { to: comparePath, label: 'Compare' },
]

/** The `aria-current` of a section's link on the page at `path`. */
export function currentMark({ to, others }: Section, path: string): 'page' | 'true' | undefined {
  if (path === to) return 'page'
  return (others?.includes(path) ?? path.startsWith(`${to}/`)) ? 'true' : undefined
}

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
    { to: profilePath, label: 'Your profile' },
    { to: resumePath, label: 'Your CV' },
  ],
  employer: ofHirers,
  recruiter: ofHirers,
  moderator: [
    { to: moderationPath, label: 'Moderation' },
    { to: duplicatesPath, label: 'Duplicates' },
  ],
  admin: [
    { to: adminDashboardPath, label: 'Admin dashboard' },
    { to: moderationPath, label: 'Moderation' },
  ],
}

export const accountLinks = (role: Role | null): readonly PageLink[] => [
  ...(role === null ? [] : ownPages[role]),
  { to: accountPath, label: 'Your account' },
]

/** Shown on every page. */
export const popularSpecialties = listOf(
  'Emergency Medicine, Family Medicine, Internal Medicine, Cardiology, Anesthesiology, General Surgery',
)

/** Shown below Home's search. */
export const landingSpecialties = [
  ...popularSpecialties,
  'Psychiatry',
  'Pediatrics',
] as const satisfies readonly Specialty[]

/** A shorter label, where there is one. */
export const chipLabel = (specialty: Specialty): string =>
  specialty === 'General Surgery' ? 'Surgery' : specialty
