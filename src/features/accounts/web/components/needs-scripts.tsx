import { site } from '#features/site/config.ts'
import { Link } from '#web/lib/navigation.tsx'

/** Where a form cannot be sent without JavaScript. */
export function NeedsScripts() {
  return (
    <div className="hidden rounded-sm border-l-4 border-action bg-action-wash p-4 noscript:block">
      <p className="font-semibold">This form needs JavaScript.</p>
      <p>
        Please switch it on in your browser, or write to{' '}
        <a href={`mailto:${site.emails.support}`} className="text-link">
          {site.emails.support}
        </a>
        . Searching, reading and{' '}
        <Link to="/jobs" className="text-link">
          applying for jobs
        </Link>{' '}
        works without, and needs no account.
      </p>
    </div>
  )
}
