import { site } from '#features/site/config.ts'

/** Whom to ask. */
export function FormHelp() {
  return (
    <p className="text-xs text-muted">
      Need help? Write to{' '}
      <a href={`mailto:${site.emails.postings}?subject=Posting%20a%20job`} className="text-link">
        {site.emails.postings}
      </a>
      .
    </p>
  )
}
