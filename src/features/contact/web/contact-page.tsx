import { useShownPage, TextLink } from '#platform/web/navigation.tsx'
import { site } from '#features/site/config.ts'
import { listedHead } from '#features/site/page-head.ts'
import { ContactForm } from './contact-form.tsx'
import { Article, BulletList, MailLink, Section } from '#ui/layout.tsx'

export const head = listedHead(
  'Contact',
  () => `How to reach the people behind ${site.name}: about a posting, the site, your data, or hiring.`,
  '/contact',
)

export function Page() {
  const formUrl = useShownPage().site.contactFormUrl
  return (
    <Article
      title="Contact"
      lead={
        <>
          Write to <MailLink address={site.emails.support} />. A person reads every message.
        </>
      }
    >
      {formUrl === null ? (
        <ContactForm />
      ) : (
        // The form has its own origin, so that 'same-origin' gives it its own storage only.
        <iframe
          src={formUrl}
          title="Contact form"
          // oxlint-disable-next-line react/iframe-missing-sandbox
          sandbox="allow-scripts allow-forms allow-same-origin allow-popups"
          loading="lazy"
          className="h-[48rem] w-full rounded-md border border-line bg-surface"
        />
      )}
      <Section title="What helps us help you">
        <BulletList>
          <li>
            <strong>About a posting:</strong> tell us its reference code, such as WC-1A2B3C, and what is wrong. The code is in the
            summary on its page.
          </li>
          <li>
            <strong>About the site:</strong> tell us the page’s address, what you did, and what happened.
          </li>
          <li>
            <strong>About your data:</strong> see the <PrivacyLink />, or write to <MailLink address={site.emails.privacy} />.
          </li>
          <li>
            <strong>About abuse:</strong> report spam, fraud or anything illegal to <MailLink address={site.emails.abuse} />.
          </li>
        </BulletList>
        <p>Please do not send patient information, or documents that show your license or Social Security number.</p>
      </Section>
      <Section title="Hiring?">
        <p>
          <TextLink to="/employers">For employers</TextLink> explains how to post a job for free, without an account.
        </p>
      </Section>
    </Article>
  )
}

const PrivacyLink = () => <TextLink to="/privacy">Privacy Policy</TextLink>
