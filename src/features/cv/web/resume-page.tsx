import { useQuery } from '@tanstack/react-query'
import { unlistedHead } from '#features/site/page-head.ts'
import { resumePath } from '#shared/paths.ts'
import { LabeledSection } from '#ui/layout.tsx'
import { Loaded, LocalTime } from '#platform/web/page-parts.tsx'
import { currentUserQuery } from '#platform/web/current-user.ts'
import type { PageArgs } from '#platform/web/navigation.tsx'
import { PhysicianTabs } from '#platform/web/desk-tabs.tsx'
import { RequireRole } from '#platform/web/require-role.tsx'
import type { CvOpenings as Openings } from '../contract.ts'
import { CvManager, openingsQuery } from './components/cv-manager.tsx'

export async function load({ queryClient }: PageArgs): Promise<void> {
  const user = await queryClient.ensureQueryData(currentUserQuery)
  if (user?.role === 'physician') await queryClient.prefetchQuery(openingsQuery)
}

export const head = unlistedHead(
  'Your CV',
  'Keep one CV on file, send it with inquiries, and see who opened it.',
  resumePath,
)

const texts = {
  signIn: { title: 'Authentication Required', description: 'Please sign in to manage your CV.' },
  denied: {
    title: 'Access Restricted',
    description: 'CV upload is only available for physician accounts.',
  },
}

export const Page = () => (
  <RequireRole role={['physician']} texts={texts}>
    {(user) => (
      <div className="page-column pt-1 pb-4 sm:pt-3 sm:pb-8">
        <PhysicianTabs />
        <h1 className="mt-6 text-xl font-bold">Your CV</h1>
        <p className="mt-3 max-w-prose text-muted">
          Keep one CV on file and send it with an inquiry. Only the employers you send it to can
          open it, and you see when they do.
        </p>
        <div className="mt-8 grid items-start gap-x-12 gap-y-10 lg:grid-cols-2">
          <CvManager user={user} />
          <CvOpenings />
        </div>
      </div>
    )}
  </RequireRole>
)

const CvOpenings = () => (
  <LabeledSection title="Who opened it" className="min-w-0">
    <Loaded query={useQuery(openingsQuery)} failure="We could not load the list.">
      {(openings) => <OpeningList {...openings} />}
    </Loaded>
  </LabeledSection>
)

const OpeningList = ({ openings, total, attachedTo }: Openings) => (
  <>
    <p className="mt-2 text-muted">{sentText(attachedTo, openings.length > 0)}</p>
    {openings.length > 0 && (
      <ol className="mt-4 border-t border-line">
        {openings.map(({ id, openedBy, openedAt, about }) => (
          <li key={id} className="border-b border-line py-3">
            <p className="font-semibold wrap-anywhere">{openedBy}</p>
            <p className="text-xs text-muted wrap-anywhere">
              <LocalTime at={openedAt} /> · {about}
            </p>
          </li>
        ))}
      </ol>
    )}
    {openings.length === 0 && attachedTo > 0 && (
      <p className="mt-2 text-muted">No one has opened it yet.</p>
    )}
    {total > openings.length && (
      <p className="mt-3 text-xs text-muted">
        The latest {openings.length} of {total}.
      </p>
    )}
  </>
)

function sentText(attachedTo: number, wasOpened: boolean) {
  if (attachedTo === 0 && wasOpened) return 'None of your inquiries has a copy of your CV now.'
  if (attachedTo === 0)
    return (
      'None of your inquiries has a CV attached. When you send one with a CV, this list ' +
      'shows who opens it.'
    )
  return attachedTo === 1
    ? 'One inquiry has a copy of your CV.'
    : `${attachedTo} inquiries have a copy of your CV.`
}
