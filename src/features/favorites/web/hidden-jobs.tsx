import { useQuery, useQueryClient } from '@tanstack/react-query'
import { markButton, type MarkLook } from '#ui/button.tsx'
import { toast } from '#ui/toast.ts'
import { apiQuery, callApi } from '#platform/web/api.ts'
import { storedText } from '#platform/web/browser.ts'
import { useCurrentUser } from '#platform/web/current-user.ts'
import { useHydrated } from '#platform/web/navigation.tsx'

/** Ids that this browser hides for all but physicians, whose account remembers; each with a comma. */
const here = storedText('hiddenJobs', 'localStorage')
/** The characters of 500 ids. */
const mostHere = 18_500
const hiddenJobsQuery = apiQuery('GET /api/hidden-jobs')

/** The ids of the jobs that lists leave out, in one text. */
export function useHiddenIds(): string {
  const isPhysician = useIsPhysician()
  const hiddenHere = here.use()
  const { data = [] } = useQuery({ ...hiddenJobsQuery, enabled: isPhysician })
  return isPhysician ? data.map(({ jobId }) => jobId).join(',') : hiddenHere
}

function useIsPhysician() {
  const current = useCurrentUser()
  return current.status === 'signed-in' && current.user.role === 'physician'
}

type Props = {
  job: { id: string; title: string }
  isHidden: boolean
  look: MarkLook
  onDone?: () => void
}

/** Takes a job out of this person's lists, or puts it back. */
export function HideButton({ job: { id, title }, isHidden, look, onDone }: Props) {
  const queryClient = useQueryClient()
  const isPhysician = useIsPhysician()
  const isHydrated = useHydrated()

  async function hide(hides: boolean) {
    try {
      if (isPhysician) {
        const body = { isHidden: hides }
        await callApi('PUT /api/hidden-jobs/:jobId', { params: { jobId: id }, body })
        await queryClient.invalidateQueries(hiddenJobsQuery)
      } else {
        const ids = here.read().replace(`${id},`, '')
        here.write(hides ? `${id},${ids}`.slice(0, mostHere) : ids)
      }
      if (hides)
        toast({ title: 'Job hidden', action: { label: 'Undo', run: () => void hide(false) } })
    } catch {
      toast({
        title: 'Error',
        description: 'Failed to hide job. Please try again.',
        tone: 'danger',
      })
    }
  }

  // Pages of the server are for everybody, and lists have many rows.
  if (!isHydrated) return null
  return markButton({
    look,
    icon: 'row-hide',
    label: 'Hide',
    subject: title,
    isPressed: isHidden,
    onClick: () => {
      // The row goes, and the keyboard goes on in its list.
      if (look === 'icon' && !isHidden)
        document.getElementById('results')?.focus({ preventScroll: true })
      void hide(!isHidden)
      onDone?.()
    },
  })
}
