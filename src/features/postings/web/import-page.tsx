import { Download } from 'lucide-react'
import { buttonClass } from '#ui/button.tsx'
import { RequireRole } from '#web/lib/require-role.tsx'
import { maxCsvRows } from '../csv-fields.ts'
import { CsvUpload } from './components/csv-upload.tsx'
import { BackToDashboard } from './components/posting-page-parts.tsx'
import { posterRoles, postingPageTexts } from './guards.ts'
import { sampleCsv } from './sample-csv.ts'

export { importRoute } from './dashboard-routes.ts'

export function ImportPage() {
  return (
    <RequireRole role={posterRoles} texts={postingPageTexts}>
      <div className="page-column flex flex-col gap-8 py-10 sm:py-12">
        <BackToDashboard />
        <header className="flex max-w-prose flex-col items-start gap-4">
          <h1 className="text-xl font-bold">Upload Postings</h1>
          <p className="text-muted">
            Post up to {maxCsvRows} jobs at once from a CSV file, such as a spreadsheet exports. You see which column fills which
            field and what is wrong in which row; nothing is posted before you say so.
          </p>
          <a href={sampleAddress} download="sample-postings.csv" className={buttonClass('secondary')}>
            <Download aria-hidden className="size-4" />
            Download a sample file
          </a>
        </header>
        <CsvUpload />
      </div>
    </RequireRole>
  )
}

const sampleAddress = `data:text/csv;charset=utf-8,${encodeURIComponent(sampleCsv)}`
