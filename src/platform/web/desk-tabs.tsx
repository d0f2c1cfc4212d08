import { useQuery } from '@tanstack/react-query'
import {
  alertsPath,
  applicationsPath,
  employerDashboardPath,
  favoritesPath,
  inboxPath,
  insightsPath,
  resumePath,
} from '#shared/paths.ts'
import { apiQuery } from './api.ts'
import { SectionTabs } from './section-tabs.tsx'

/** The first page of the inbox, which also has the number of new inquiries. */
export const newInquiriesQuery = apiQuery('GET /api/inbox', { query: {} }, { staleTime: 5000 })

/** The sections of a poster's desk. */
export function PosterTabs() {
  const { data } = useQuery(newInquiriesQuery)
  const tabs = [
    { to: employerDashboardPath, label: 'Postings', also: '/employer/jobs' },
    { to: inboxPath, label: 'Inbox', note: data && data.unread > 0 ? `${data.unread} new` : undefined },
    { to: insightsPath, label: 'Insights' },
  ]
  return <SectionTabs label="Employer desk" tabs={tabs} />
}

const physicianTabs = [
  { to: favoritesPath, label: 'Saved jobs' },
  { to: applicationsPath, label: 'Applications' },
  { to: alertsPath, label: 'Alerts' },
  { to: resumePath, label: 'CV' },
]

/** The sections of a physician's desk. */
export const PhysicianTabs = () => <SectionTabs label="Your desk" tabs={physicianTabs} />
