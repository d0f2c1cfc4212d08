import { parseFooterResult } from '#features/newsletter/model.ts'
import { unsubscribePath, newsletterPath } from '#shared/paths.ts'
import { Link, useShownPage } from '#web/lib/navigation.tsx'
import type { PageHead } from '#web/lib/page-route.ts'
import { site } from '#features/site/config.ts'
import { pageHead } from '#features/site/page-head.ts'
import { Article } from '#ui/article.tsx'
import { FooterNewsletter } from './components/newsletter-form.tsx'

export const head: PageHead = ({ site: info }) =>
  pageHead({
    site: info,
    title: 'Newsletter',
    description: `What is new on ${site.name} and in the market for physicians’ work, by e-mail.`,
    path: newsletterPath,
  })

export function Page() {
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
