import { useQuery } from '@tanstack/react-query'
import { unlistedHead } from '#features/site/page-head.ts'
import { moderators } from '#shared/contract.ts'
import { moderatedPostingPath, moderatedPostingsPath } from '#shared/paths.ts'
import { AdminPage, loadForAdmins } from '#platform/web/admin-page.tsx'
import { TextLink, useShownPage } from '#platform/web/navigation.tsx'
import { Loaded } from '#platform/web/page-parts.tsx'
import { Queue } from './components/queue.tsx'
import { moderatedPostingQuery } from './queries.ts'

export const load = loadForAdmins(
  ({ params: { id = '' } }) => [moderatedPostingQuery(id)],
  moderators,
)

export const head = unlistedHead('Moderate', 'One posting, in any status.', moderatedPostingPath)

export const Page = () => (
  <AdminPage
    who={moderators}
    title="Moderate"
    intro={<TextLink to={moderatedPostingsPath}>Find a posting</TextLink>}
  >
    <Posting />
  </AdminPage>
)

function Posting() {
  const { id = '' } = useShownPage().params
  return (
    <Loaded query={useQuery(moderatedPostingQuery(id))} failure="We could not load this posting.">
      {({ items }) => (
        <Queue items={items} doubt={undefined} isEach>
          {null}
        </Queue>
      )}
    </Loaded>
  )
}
