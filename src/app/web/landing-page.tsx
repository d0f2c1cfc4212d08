import { WeekNote, weekQuery } from '#features/insights/web/week-note.tsx'
import { LandingPage, loadLanding, specialtyOfWeek } from '#features/jobs/web/landing-page.tsx'
import type { PageArgs } from '#platform/web/navigation.tsx'

export { accepts, head } from '#features/jobs/web/landing-page.tsx'

export async function load(args: PageArgs): Promise<void> {
  const specialty = specialtyOfWeek(args.params)
  await Promise.all([
    loadLanding(args),
    specialty &&
      args.queryClient.prefetchQuery(weekQuery(specialty, args.params['where'] !== undefined)),
  ])
}

export const Page = () => <LandingPage WeekNote={WeekNote} />
