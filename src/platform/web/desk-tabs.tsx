import { posters, type Role } from '#shared/contract.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import {
  alertsPath,
  applicationsPath,
  candidatesPath,
  connectionsPath,
  employerDashboardPath,
  favoritesPath,
  inboxPath,
  insightsPath,
  profilePath,
  providerSignInPath,
  resumePath,
  teamPath,
} from '#shared/paths.ts'
import { apiQuery } from './api.ts'
import { refusals, RequireRole } from './require-role.tsx'
import { SectionTabs } from './page-parts.tsx'

/** The first page of the inbox, which also has the number of new inquiries. */
export const newInquiriesQuery = apiQuery('GET /api/inbox', { query: {} }, { staleTime: 5000 })

/** The caller's organization, with their seat and the team. */
export const organizationQuery = apiQuery('GET /api/organization')

/** A reader of an organization sees its postings and inquiries, and changes nothing. */
export const useIsReader = (): boolean => useQuery(organizationQuery).data?.seat === 'reader'

/** Controls that a reader sees, but cannot use. */
export const ShutForReaders = ({ children }: { children: ReactNode }) => (
  <fieldset disabled={useIsReader()} className="contents">
    {children}
  </fieldset>
)

type DeskProps = { purpose: string; denied: string; className?: string; children: ReactNode }

type FrameProps = DeskProps & { role: readonly Role[]; tabs: ReactNode; signInTo?: string }

/** `purpose` and `denied` are for those who may not see the desk. */
const Desk = ({ role, tabs, signInTo, ...desk }: FrameProps) => (
  <RequireRole
    role={role}
    texts={refusals(desk.purpose, desk.denied, signInTo === undefined ? {} : { signInTo })}
  >
    <div className={`page-column pt-1 pb-4 sm:pt-3 sm:pb-8 ${desk.className ?? ''}`}>
      {tabs}
      {desk.children}
    </div>
  </RequireRole>
)

/** The frame of a poster's pages. */
export const PosterDesk = (desk: DeskProps) => (
  <Desk {...desk} role={posters} tabs={<PosterTabs />} signInTo={providerSignInPath} />
)

function PosterTabs() {
  const { data } = useQuery(newInquiriesQuery)
  const tabs = [
    { to: employerDashboardPath, label: 'Postings', also: '/employer/jobs' },
    {
      to: inboxPath,
      label: 'Inbox',
      note: data && data.unread > 0 ? `${data.unread} new` : undefined,
    },
    { to: candidatesPath, label: 'Candidates' },
    { to: insightsPath, label: 'Insights' },
    { to: teamPath, label: 'Team', also: connectionsPath },
  ]
  return <SectionTabs label="Employer desk" tabs={tabs} />
}

const physicianTabs = [
  { to: favoritesPath, label: 'Saved jobs' },
  { to: applicationsPath, label: 'Applications' },
  { to: alertsPath, label: 'Alerts' },
  { to: profilePath, label: 'Profile' },
  { to: resumePath, label: 'CV' },
]

export const PhysicianTabs = () => <SectionTabs label="Your desk" tabs={physicianTabs} />

/** The frame of a physician's pages. */
export const PhysicianDesk = (desk: DeskProps) => (
  <Desk {...desk} role={['physician']} tabs={<PhysicianTabs />} />
)
