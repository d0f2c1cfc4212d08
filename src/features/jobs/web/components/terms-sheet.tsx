import type { JobDetail } from '#features/jobs/contract.ts'
import {
  contractTerms,
  openTermsText,
  questionsAbout,
  statedTerms,
  termText,
  visaTermLabels,
  visaTerms,
} from '#features/jobs/terms.ts'
import type { Term, TermName } from '#features/jobs/terms-schema.ts'
import { DefinitionGrid } from '#ui/figures.tsx'
import { LabeledSection } from '#ui/layout.tsx'
import type { JobPageParts } from '../job-parts.ts'

/**
 * The terms that contracts fail on: what the posting states, then what it leaves open, and one way
 * to ask for that.
 */
export function TermsSheet({
  job,
  InquiryButton,
}: {
  job: JobDetail
  InquiryButton: JobPageParts['InquiryButton']
}) {
  const { stated, missing } = statedTerms(job)
  const all = stated.length + missing.length
  const openVisas = visaTerms.filter((name) => !job.terms[name]).map((name) => visaTermLabels[name])
  return (
    <LabeledSection
      className="flex flex-col gap-4"
      title={
        <>
          Terms{' '}
          <span className="text-sm font-normal text-muted">
            {stated.length} of {all} stated
          </span>
        </>
      }
    >
      <DefinitionGrid
        items={[
          ...stated.map((name) => ({
            term: contractTerms[name].label,
            value: <Stated name={name} job={job} />,
          })),
          ...visaTerms.map((name) => ({
            term: visaTermLabels[name],
            value: job.terms[name] && <Stated name={name} job={job} />,
          })),
        ]}
      />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-64 text-sm text-muted">
          <p>{openTermsText(job)}</p>
          {openVisas.length > 0 && <p>Visa details not stated: {openVisas.join(', ')}</p>}
        </div>
        {missing.length > 0 && (
          <InquiryButton
            job={job}
            className="print:hidden"
            label={missing.length === 1 ? 'Ask about this' : `Ask about these ${missing.length}`}
            message={questionsAbout(job)}
          />
        )}
      </div>
    </LabeledSection>
  )
}

/** The value. A press shows the posting's words for it. */
function Stated({ name, job }: { name: TermName; job: JobDetail }) {
  const term = job.terms[name] as Term
  const text = termText(name, term)
  if (text === term.words) return text
  return (
    <details className="group">
      <summary className="cursor-pointer list-none underline decoration-line decoration-dotted underline-offset-4 group-open:decoration-transparent hover:decoration-action">
        {text}
      </summary>
      <q className="mt-1 block text-xs font-normal text-muted">{term.words}</q>
    </details>
  )
}
