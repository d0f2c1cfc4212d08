import { CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { jobsPath, postedPath } from '#shared/paths.ts'
import { buttonClass } from '#ui/button.tsx'
import { Link, useNavigate } from '#web/lib/navigation.tsx'

/** Long enough to be read; both links lead on sooner. */
const redirectMs = 2000

/** After the form that needs no account; the list of jobs follows by itself. */
export function PostedPanel({ jobId, message }: { jobId: string; message: string }) {
  const navigate = useNavigate()
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
    const timer = setTimeout(() => navigate({ to: jobsPath }), redirectMs)
    return () => clearTimeout(timer)
  }, [navigate])

  return (
    <div className="page-column flex flex-col items-center py-16 text-center">
      <CircleCheck aria-hidden className="size-12 text-action" />
      <h1 ref={heading} tabIndex={-1} className="mt-4 text-xl font-bold outline-none">
        Job Posted Successfully!
      </h1>
      <p className="mt-3 max-w-form">{message}</p>
      <p className="mt-2 max-w-form text-muted">A confirmation is on its way by e-mail.</p>
      <p className="mt-6 flex flex-wrap justify-center gap-3">
        <Link to={jobsPath} className={buttonClass()}>
          View All Jobs
        </Link>
        <Link to={postedPath(jobId)} className={buttonClass('secondary')}>
          See your posting
        </Link>
      </p>
    </div>
  )
}
