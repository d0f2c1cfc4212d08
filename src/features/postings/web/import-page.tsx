import { Download } from 'lucide-react'
import { unlistedHead } from '#features/site/page-head.ts'
import { importPostingsPath } from '#shared/paths.ts'
import { buttonClass } from '#ui/button.tsx'
import { maxCsvRows } from '../csv-fields.ts'
import { csvAddress } from './components/csv-errors.tsx'
import { CsvUpload } from './components/csv-upload.tsx'
import { PosterPage } from './components/posting-page-parts.tsx'

export const head = unlistedHead('Upload postings', 'Post many jobs at once from a CSV file.', importPostingsPath)

export function Page() {
  return (
    <PosterPage>
      {() => (
        <>
          <header className="flex max-w-prose flex-col items-start gap-4">
            <h1 className="text-xl font-bold">Upload postings</h1>
            <p className="text-muted">
              Post up to {maxCsvRows} jobs at once from a CSV file, such as one exported from a spreadsheet. Check which column
              fills which field, and see what to fix in each row. Nothing is posted until you press the button.
            </p>
            <a href={csvAddress(sample)} download="sample-postings.csv" className={buttonClass('secondary')}>
              <Download aria-hidden className="size-4" />
              Download a sample file
            </a>
          </header>
          <CsvUpload />
        </>
      )}
    </PosterPage>
  )
}

/** A file with known headings and two made-up rows, its lines parted as spreadsheets do it. */
const sample = `\
Job title,Company,Specialty,City,State,Job type,Minimum salary,Maximum salary,Apply URL,Benefits,Description
"Family Physician, outpatient",Sample Family Clinic,Family Medicine,Boise,ID,Full-time,255000,290000,https://jobs.example.com/boise,"Health Insurance; CME Allowance","You see patients of all ages in an outpatient clinic, 18 to 20 a day."
"Hospitalist, nights",Sample Hospital,Internal Medicine,Duluth,MN,Part-time,,,mailto:jobs@example.com,,"Seven nights on, fourteen off, with a colleague in the house and an ICU that is covered."
`.replaceAll('\n', '\r\n')
