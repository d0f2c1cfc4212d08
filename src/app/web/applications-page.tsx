import { ApplicationsPage, loadApplications } from '#features/inquiries/web/applications-page.tsx'
import { Invitations } from '#features/profiles/web/components/invitations.tsx'
import { invitationsQuery } from '#features/profiles/web/queries.ts'
import { knownUser } from '#platform/web/current-user.ts'
import type { PageLoad } from '#platform/web/navigation.tsx'

export { head } from '#features/inquiries/web/applications-page.tsx'

export const load: PageLoad = async (args) => {
  const { queryClient, params } = args
  const isList = params['id'] === undefined && knownUser(queryClient)?.role === 'physician'
  await Promise.all([loadApplications(args), isList && queryClient.prefetchQuery(invitationsQuery)])
}

export const Page = () => (
  <ApplicationsPage>
    <Invitations title="Search firms ask you" ofFirms />
  </ApplicationsPage>
)
