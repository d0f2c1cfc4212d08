import { WeekNote, weekQuery } from '#features/insights/web/week-note.tsx'
import { LandingPage, loadLanding, weekOf } from '#features/jobs/web/landing-page.tsx'
import type { PageArgs } from '#platform/web/navigation.tsx'

export { accepts, head } from '#features/jobs/web/landing-page.tsx'

export async function load(args: PageArgs): Promise<void> {
  const week = weekOf(args.params)
  await Promise.all([loadLanding(args), week && args.queryClient.prefetchQuery(weekQuery(week))])
}

export const Page = () => <LandingPage WeekNote={WeekNote} />
