import type { ReactNode } from 'react'
import {
  adminDashboardPath,
  auditLogPath,
  deliveriesPath,
  duplicatesPath,
  importsPath,
  moderationPath,
  siteSettingsPath,
  systemPath,
  usersPath,
} from '#shared/paths.ts'
import { knownUser } from './current-user.ts'
import type { PageArgs, PageLoad } from './navigation.tsx'
import { RequireRole } from './require-role.tsx'
import { SectionTabs, type SectionTab } from './page-parts.tsx'

const texts = {
  signIn: { title: 'Please log in', description: 'Please log in to access the admin dashboard.' },
  denied: { title: 'Access denied', description: 'Access denied. Administrator privileges required.' },
}

const sections: SectionTab[] = [
  { to: adminDashboardPath, label: 'Overview' },
  { to: moderationPath, label: 'Moderation' },
  { to: importsPath, label: 'Imports', also: '/admin/sources' },
  { to: duplicatesPath, label: 'Duplicates' },
  { to: usersPath, label: 'Users' },
  { to: siteSettingsPath, label: 'Settings' },
  { to: deliveriesPath, label: 'Deliveries' },
  { to: auditLogPath, label: 'Audit log' },
  { to: systemPath, label: 'System' },
]

/** Loads a page's data for administrators; others see a refusal, which needs none. */
export const loadForAdmins =
  (queriesOf: (args: PageArgs) => readonly { queryKey: readonly unknown[] }[]): PageLoad =>
  async (args) => {
    if (knownUser(args.queryClient)?.role !== 'admin') return
    await Promise.all(queriesOf(args).map((query) => args.queryClient.prefetchQuery(query)))
  }

type Props = { title: string; intro?: ReactNode; actions?: ReactNode; children: ReactNode }

/** The frame of the administration pages: for administrators only, with their navigation. */
export const AdminPage = ({ title, intro, actions, children }: Props) => (
  <RequireRole role={['admin']} texts={texts}>
    <div className="page-column py-8">
      <SectionTabs label="Administration" tabs={sections} />
      <div className="mt-6 flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0">
          <h1 className="text-xl font-bold break-words">{title}</h1>
          {intro && <div className="mt-1 max-w-prose text-muted">{intro}</div>}
        </div>
        {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
      </div>
      <div className="mt-6">{children}</div>
    </div>
  </RequireRole>
)
