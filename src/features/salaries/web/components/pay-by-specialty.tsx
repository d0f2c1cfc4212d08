import { useQuery } from '@tanstack/react-query'
import { specialtySlug } from '#vocabulary/specialties.ts'
import type { Specialty } from '#vocabulary/specialties.ts'
import { Skeleton } from '#ui/feedback.tsx'
import { Link } from '#platform/web/navigation.tsx'
import { salariesQuery } from '../queries.ts'
import { SalaryChart } from './salary-chart.tsx'

/** Pay in these specialties, the highest median first; on phones the first three. */
export function PayBySpecialty({ specialties }: { specialties: readonly Specialty[] }) {
  const { data } = useQuery(salariesQuery)
  if (!data) return <Skeleton className="h-96" />
  const wanted = new Set<string>(specialties)
  const rows = data.specialties.filter((it) => wanted.has(it.specialty))
  if (rows.length === 0) return <p className="text-muted">Pay is shown once five active postings of a specialty state it.</p>
  return (
    <div className="max-sm:[&_tbody_tr:nth-child(n+4)]:hidden lg:[&_thead_th:first-child]:w-44 lg:[&_tr>:nth-child(4)]:hidden">
      <SalaryChart
        caption="Yearly pay in popular specialties, the highest median first"
        head="Specialty"
        rows={rows.map(({ specialty, ...statistics }) => ({
          ...statistics,
          key: specialty,
          label: (
            <Link to="/salaries/:specialty" params={{ specialty: specialtySlug(specialty as Specialty) }} className="list-link">
              {specialty}
            </Link>
          ),
        }))}
      />
    </div>
  )
}
