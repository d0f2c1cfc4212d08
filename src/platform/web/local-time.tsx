import { localMomentText, momentText } from '#shared/dates.ts'
import { useHydrated } from './navigation.tsx'

/** A day and time in the reader's time zone; on the server, and until the page is hydrated, in UTC. */
export function LocalTime({ at }: { at: string }) {
  const isHydrated = useHydrated()
  return <time dateTime={at}>{isHydrated ? localMomentText(at) : momentText(at)}</time>
}
