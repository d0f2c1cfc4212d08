import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonClass } from '#ui/button.tsx'
import { Link } from '#web/lib/navigation.tsx'

const physicianBenefits = [
  'Salary information in the same place on every row, next to what comparable postings on this board pay.',
  'A search that knows EM from ENT, forgives a slip of the thumb, and reaches as far around a city as you would drive.',
  'Visa sponsorship, schedule and setting as facts you can filter by, not as surprises in the last paragraph.',
  'No account to read, search or apply; with one, saved jobs with notes of your own.',
]

const employerBenefits = [
  'Postings are free.',
  'Pay, schedule, setting and requirements have fields of their own, so the right physicians find you by them.',
  'A person reads each posting.',
  'Applications go straight to you; nobody stands in between.',
]

export function Benefits() {
  return (
    <div className="grid gap-x-12 gap-y-12 md:grid-cols-2">
      <Card
        title="For Physicians"
        benefits={physicianBenefits}
        action={
          <>
            <Link to="/jobs" className={buttonClass('secondary')}>
              Browse Jobs
            </Link>
            <Link to="/salaries" className={buttonClass('secondary')}>
              Salaries by specialty
            </Link>
          </>
        }
      />
      <Card
        title="For Employers"
        benefits={employerBenefits}
        action={
          <Link to="/employers/post" className={buttonClass('secondary')}>
            Post a Job
          </Link>
        }
      />
    </div>
  )
}

function Card({ title, benefits, action }: { title: string; benefits: readonly string[]; action: ReactNode }) {
  return (
    <section className="border-t-2 border-ink pt-5">
      <h2 className="text-xl font-semibold">{title}</h2>
      <ul className="mt-4 flex flex-col gap-3">
        {benefits.map((benefit) => (
          <li key={benefit} className="flex gap-3">
            <Check aria-hidden className="mt-1 size-4 shrink-0 text-action" />
            {benefit}
          </li>
        ))}
      </ul>
      <div className="mt-6 flex flex-wrap gap-3">{action}</div>
    </section>
  )
}
