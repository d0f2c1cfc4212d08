import type { ReactNode } from 'react'
import { specialties, specialtySlug } from '#features/jobs/specialties.ts'
import { stateCodes, stateName } from '#shared/us-states.ts'
import { Link } from '#web/lib/navigation.tsx'

const entryClass =
  'inline-flex min-h-8 items-center text-ink no-underline hover:text-action hover:underline pointer-coarse:min-h-11'

/** Like a journal's table of contents: every specialty and every state, one line each. */
export function SpecialtyIndex() {
  return (
    <Index title="Jobs by specialty" columns="columns-2 sm:columns-3 lg:columns-4">
      {specialties
        .filter((specialty) => specialty !== 'Other')
        .map((specialty) => (
          <li key={specialty} className="break-inside-avoid">
            <Link to="/jobs/specialty/:specialty" params={{ specialty: specialtySlug(specialty) }} className={entryClass}>
              {specialty}
            </Link>
          </li>
        ))}
    </Index>
  )
}

export function StateIndex() {
  return (
    <Index title="Jobs by state" columns="columns-2 sm:columns-3 lg:columns-6">
      {stateCodes
        .filter((state) => state !== 'OTHER')
        .map((state) => (
          <li key={state}>
            <Link to="/jobs" search={{ state }} className={entryClass}>
              {stateName(state)}
            </Link>
          </li>
        ))}
    </Index>
  )
}

function Index({ title, columns, children }: { title: string; columns: string; children: ReactNode }) {
  return (
    <section className="border-t border-line pt-5">
      <h2 className="text-lg font-semibold">{title}</h2>
      <ul className={`mt-3 gap-x-8 ${columns}`}>{children}</ul>
    </section>
  )
}
