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
import { Link, useShownPage } from './navigation.tsx'
import { RequireRole } from './require-role.tsx'

const texts = {
  signIn: { title: 'Please log in', description: 'Please log in to access the admin dashboard.' },
  denied: { title: 'Access denied', description: 'Access denied. Administrator privileges required.' },
}

/** `also`: a path prefix of further pages in this section. */
const rooms: { to: string; label: string; also?: string }[] = [
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

type Props = {
  title: string
  intro?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** The frame of the administration pages: for administrators only, with their navigation. */
export function AdminPage({ title, intro, actions, children }: Props) {
  return (
    <RequireRole role={['admin']} texts={texts}>
      <div className="page-column py-8">
        <Rooms />
        <div className="mt-6 flex flex-wrap items-start justify-between gap-4">
          <div>
            <h1 className="text-xl font-bold">{title}</h1>
            {intro && <div className="mt-1 max-w-prose text-muted">{intro}</div>}
          </div>
          {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
        </div>
        <div className="mt-6">{children}</div>
      </div>
    </RequireRole>
  )
}

/** Scrolls sideways on phones. */
function Rooms() {
  const { path } = useShownPage()
  return (
    <nav aria-label="Administration" className="-mx-4 overflow-x-auto border-b border-line px-4">
      <ul className="flex min-w-max gap-1">
        {rooms.map(({ to, label, also = to }) => (
          <li key={to}>
            <Link
              to={to}
              aria-current={path === to ? 'page' : path.startsWith(`${to}/`) || path.startsWith(`${also}/`) ? 'true' : undefined}
              className="inline-flex min-h-11 items-center border-b-2 border-transparent px-3 text-sm text-muted hover:text-ink aria-[current]:border-action aria-[current]:font-semibold aria-[current]:text-action"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
