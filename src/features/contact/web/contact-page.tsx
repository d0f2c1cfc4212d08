import { useShownPage, TextLink } from '#platform/web/navigation.tsx'
import { site } from '#features/site/config.ts'
import { listedHead } from '#features/site/page-head.ts'
import { Article, BulletList, MailLink, Section } from '#ui/layout.tsx'
import { useState } from 'react'
import { Alert } from '#ui/feedback.tsx'
import { callApi } from '#platform/web/api.ts'
import {
  ApiForm,
  EmailField,
  FormField,
  SubmitButton,
  TrapField,
} from '#platform/web/form/api-form.tsx'
import { useApiForm } from '#platform/web/form/use-api-form.ts'
import { contactSchema } from '../contract.ts'

export const head = listedHead(
  'Contact',
  () =>
    `How to reach the people behind ${site.name}: about a posting, the site, your data, or hiring.`,
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
            <strong>About a posting:</strong> tell us its reference code, such as WC-1A2B3C, and
            what is wrong. The code is in the summary on its page.
          </li>
          <li>
            <strong>About the site:</strong> tell us the page’s address, what you did, and what
            happened.
          </li>
          <li>
            <strong>About your data:</strong> see the{' '}
            <TextLink to="/privacy">Privacy Policy</TextLink>, or write to{' '}
            <MailLink address={site.emails.privacy} />.
          </li>
          <li>
            <strong>About abuse:</strong> report spam, fraud or anything illegal to{' '}
            <MailLink address={site.emails.abuse} />.
          </li>
        </BulletList>
        <p>
          Please do not send patient information, or documents that show your license or Social
          Security number.
        </p>
      </Section>
      <Section title="Hiring?">
        <p>
          <TextLink to="/employers">For employers</TextLink> explains how to post a job for free,
          without an account.
        </p>
      </Section>
    </Article>
  )
}

function ContactForm() {
  const [sentTo, setSentTo] = useState<string>()
  // A link that reports something names its page.
  const { about = '' } = useShownPage().search
  const form = useApiForm({
    schema: contactSchema,
    ...(/^\/[\w/-]{1,120}$/.test(about) && { defaults: { message: `About ${about}: ` } }),
    submit: (body) => callApi('POST /api/contact', { body }),
    done(_answer, { email }) {
      setSentTo(email)
      form.hook.reset()
    },
    keepAs: 'contact',
    failure: { title: 'We could not send your message' },
  })
  return (
    <section aria-label="Write to us" className="flex max-w-form flex-col gap-5">
      {sentTo !== undefined && (
        <Alert title="Thank you for your message">
          A confirmation goes to {sentTo}. A person will read your message and answer you by email.
        </Alert>
      )}
      <ApiForm form={form} label="Write to us" className="flex flex-col gap-4 noscript:hidden">
        <FormField form={form} name="name" label="Name" required input={{ autoComplete: 'name' }} />
        <EmailField form={form} name="email" autoComplete="email" />
        <FormField
          form={form}
          name="message"
          label="Message"
          hint="10 to 2000 characters"
          required
          area={{ rows: 6 }}
        />
        <TrapField form={form} />
        <SubmitButton
          label="Send message"
          form={form}
          pendingLabel="Sending..."
          className="self-start"
        />
      </ApiForm>
      <p className="hidden noscript:block">
        This form needs JavaScript. Please write to <MailLink address={site.emails.support} />{' '}
        instead.
      </p>
    </section>
  )
}
