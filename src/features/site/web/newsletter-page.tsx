import { parseFooterResult } from '#features/newsletter/model.ts'
import { unsubscribePath } from '#shared/paths.ts'
import { Link, useShownPage } from '#web/lib/navigation.tsx'
import { Article } from './components/article.tsx'
import { FooterNewsletter } from './components/footer-newsletter.tsx'

export { newsletterRoute } from './static-routes.ts'

/** Where the footer's form leads without scripts, and what it says then. */
export function NewsletterPage() {
  const result = parseFooterResult(useShownPage().search['result'])
  return (
    <Article title="Newsletter" lead="What is new on the board and in the market for physicians’ work.">
      <FooterNewsletter result={result} />
      <p className="max-w-prose text-muted">
        Your address serves nothing else. To take it off the list, press the link in any of the mails, or go to{' '}
        <Link to={unsubscribePath} className="text-link">
          Unsubscribe
        </Link>
        .
      </p>
    </Article>
  )
}
