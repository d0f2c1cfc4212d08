import type { PostCsv } from '#features/postings/contract-csv.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { employerDashboardPath } from '#shared/paths.ts'
import { Alert } from '#ui/alert.tsx'
import { buttonClass } from '#ui/button.tsx'
import { Link } from '#web/lib/navigation.tsx'
import { RowErrorTable } from './csv-row-errors.tsx'

export function CsvResult({ result: { created, failed } }: { result: ResponseOf<PostCsv> }) {
  return (
    <section aria-label="Result" className="flex flex-col gap-6">
      <Alert
        title={`${created.length} ${created.length === 1 ? 'job' : 'jobs'} posted`}
        action={
          <Link to={employerDashboardPath} className={buttonClass('secondary')}>
            See them in your dashboard
          </Link>
        }
      >
        {failed.length === 0
          ? 'All rows of the file were in order.'
          : `${failed.length} ${failed.length === 1 ? 'row was' : 'rows were'} left out; what is wrong with them stands below.`}
      </Alert>
      <RowErrorTable rows={failed} />
    </section>
  )
}
