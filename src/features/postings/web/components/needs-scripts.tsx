import { site } from '#features/site/config.ts'

/** Where a form cannot be sent without JavaScript. */
export function NeedsScripts() {
  return (
    <div className="hidden rounded-sm border-l-4 border-action bg-action-wash p-4 noscript:block">
      <p className="font-semibold">This form needs JavaScript.</p>
      <p>
        Please switch it on in your browser, or send the facts to{' '}
        <a href={`mailto:${site.emails.postings}`} className="text-link">
          {site.emails.postings}
        </a>
        .
      </p>
    </div>
  )
}
