import { useQuery } from '@tanstack/react-query'
import { unlistedHead } from '#features/site/page-head.ts'
import { profilePath } from '#shared/paths.ts'
import { knownUser } from '#platform/web/current-user.ts'
import { PhysicianDesk } from '#platform/web/desk-tabs.tsx'
import type { PageArgs } from '#platform/web/navigation.tsx'
import { Loaded } from '#platform/web/page-parts.tsx'
import { Finding } from './components/finding.tsx'
import { Invitations } from './components/invitations.tsx'
import { ProfileForm } from './components/profile-form.tsx'
import { invitationsQuery, profileQuery, viewsQuery } from './queries.ts'

export async function load({ queryClient }: PageArgs): Promise<void> {
  if (knownUser(queryClient)?.role !== 'physician') return
  await Promise.all(
    [profileQuery, viewsQuery, invitationsQuery].map((query) =>
      queryClient.prefetchQuery(query as typeof profileQuery),
    ),
  )
}

export const head = unlistedHead(
  'Your profile',
  'What you are trained for and what you look for, and who sees it.',
  profilePath,
)

export const Page = () => (
  <PhysicianDesk
    purpose="write your profile"
    denied="Only physicians have a profile."
    className="flex flex-col gap-6"
  >
    <header>
      <h1 className="text-xl font-bold">Your profile</h1>
      <p className="mt-2 max-w-prose text-muted">
        What you write here finds jobs that fit. Every field is optional, and nobody else reads any
        of it unless you let employers find you.
      </p>
    </header>
    <Loaded query={useQuery(profileQuery)} failure="We could not load your profile.">
      {(profile) => (
        <>
          <Invitations />
          <ProfileForm profile={profile} />
          <Finding profile={profile} />
        </>
      )}
    </Loaded>
  </PhysicianDesk>
)
