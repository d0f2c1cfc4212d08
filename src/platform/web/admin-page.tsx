import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatNumber } from '#shared/numbers.ts'
import {
  adminDashboardPath,
  auditLogPath,
  deliveriesPath,
  duplicatesPath,
  employerNamesPath,
  importsPath,
  moderationPath,
  siteSettingsPath,
  systemPath,
  usersPath,
} from '#shared/paths.ts'
import { administrators, moderators, type Role } from '#shared/contract.ts'
import { Alert } from '#ui/feedback.tsx'
import { apiQuery } from './api.ts'
import { knownUser, useCurrentUser } from './current-user.ts'
import { TextLink, useShownPage, type PageArgs, type PageLoad } from './navigation.tsx'
import { RequireRole } from './require-role.tsx'
import { SectionTabs, type SectionTab } from './page-parts.tsx'

const texts = {
  signIn: { title: 'Please log in', description: 'Please log in to access the admin dashboard.' },
  denied: {
    title: 'Access denied',
    description: 'Access denied. Administrator privileges required.',
  },
}

const sections: (SectionTab & { who?: readonly Role[] })[] = [
  { to: adminDashboardPath, label: 'Overview' },
  { to: moderationPath, label: 'Moderation', also: employerNamesPath, who: moderators },
  { to: importsPath, label: 'Imports', also: '/admin/sources' },
  { to: duplicatesPath, label: 'Duplicates', who: moderators },
  { to: usersPath, label: 'Users' },
  { to: siteSettingsPath, label: 'Settings' },
  { to: deliveriesPath, label: 'Deliveries' },
  { to: auditLogPath, label: 'Audit log' },
  { to: systemPath, label: 'System' },
]

const mayOpen = (role: Role | null = null, who: readonly Role[] = administrators) =>
  role !== null && who.includes(role)

/** Loads a page's data for those who may open it; others see a refusal, which needs none. */
export const loadForAdmins =
  (
    queriesOf: (args: PageArgs) => readonly { queryKey: readonly unknown[] }[],
    who?: readonly Role[],
  ): PageLoad =>
  async (args) => {
    if (!mayOpen(knownUser(args.queryClient)?.role, who)) return
    await Promise.all(queriesOf(args).map((query) => args.queryClient.prefetchQuery(query)))
  }

/** Parts that moderators do not see, or see otherwise. */
export function AdministratorsOnly({
  children,
  otherwise = null,
}: {
  children: ReactNode
  otherwise?: ReactNode
}) {
  const { user } = useCurrentUser()
  return mayOpen(user?.role) ? children : otherwise
}

export const noticesQuery = apiQuery('GET /api/admin/notices', {}, { staleTime: 5000 })

/** What waits for an administrator, and what is not set up. */
function Notices() {
  const { missing = [], heldRuns = [] } = useQuery(noticesQuery).data ?? {}
  const { path } = useShownPage()
  const action = path !== systemPath && <TextLink to={systemPath}>See the system page</TextLink>
  const held = heldRuns.map(({ what, rows }) => `${formatNumber(rows)} ${what} would end at once.`)
  const notices = [
    { tone: 'danger', title: 'A clock may be wrong: deletions wait for a day', lines: held },
    { tone: 'info', title: 'Not set up yet', lines: missing },
  ] as const
  return notices
    .filter(({ lines }) => lines.length > 0)
    .map(({ lines, ...notice }) => (
      <div key={notice.title} className="mb-6">
        <Alert {...notice} {...(action && { action })}>
          {lines.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </Alert>
      </div>
    ))
}

type Props = {
  title: string
  intro?: ReactNode
  actions?: ReactNode
  who?: readonly Role[]
  children: ReactNode
}

/**
 * The frame of the administration pages: for administrators only unless it says more, with their
 * navigation.
 */
export const AdminPage = ({ title, intro, actions, who = administrators, children }: Props) => (
  <RequireRole role={who} texts={texts}>
    {({ role }) => (
      <div className="page-column py-4 sm:py-8">
        <SectionTabs
          label="Administration"
          tabs={sections.filter((section) => mayOpen(role, section.who))}
        />
        <div className="mt-6 flex flex-wrap items-start justify-between gap-4">
          <div className="min-w-0">
            <h1 className="text-xl font-bold">{title}</h1>
            {intro && <div className="mt-1 max-w-prose text-muted">{intro}</div>}
          </div>
          {actions && <div className="flex flex-wrap gap-2 sm:gap-3">{actions}</div>}
        </div>
        <div className="mt-6">
          {mayOpen(role) && <Notices />}
          {children}
        </div>
      </div>
    )}
  </RequireRole>
)
