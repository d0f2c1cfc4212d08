import { operatorName, site } from '../config.ts'
import { listedHead } from '../page-head.ts'
import { LegalPage, mailTo } from './components/text-page.tsx'

export const head = listedHead(
  'Terms of Service',
  () => `The rules for reading and posting jobs on ${site.name}.`,
  '/terms',
)

export const Page = () => <LegalPage title="Terms of Service" text={termsText()} />

const termsText = () => `
## What you agree to

${operatorName()} (‘we’), runs ${site.name}, a board of jobs for physicians in the United States. By using the site you agree to these terms, also for an organization that you act for. The [Privacy Policy](/privacy) says how we handle personal information.

## What the board is and is not

We publish postings and help you find them, free for physicians. We are not the employer, a staffing agency or a party to anything you agree on with an employer. All facts come from the author or the source of a posting: check them with the employer before you decide.

## Using the site

• Do not pretend to be someone else. Use contact details from postings only to apply for the job or ask about it.
• Do not try to bypass security, reach data that is not yours, or disturb others.
• Programs may read public pages, feeds and the public API at a pace that does not slow the site for people.
• Never include patient information in anything you send through the site.

## Posting a job

• A posting describes one real, open job for a physician in the United States, and says truthfully what it is and who offers it.
• Its author has the right to publish it and keeps that right, and lets us show, store, format and distribute it while it is published.
• It follows the law, including laws against discrimination and laws that require stating pay.
• It asks applicants for no fee, and only for information needed to choose among them.

We may refuse, shorten, correct, label or remove a posting that breaks these terms or misleads. Its author may ask us why, and ask us to look again.

## Postings from other sources

Some postings come from public sources and link to where we found them. If yours is wrong or should not be here, write to ${mailTo(site.emails.support)}.

## Our name and our pages

Our name, logo, design and texts belong to us or to our licensors. You may link to any page. Other names and marks belong to their owners.

## Our liability

The site may change, pause or contain errors, and we promise no job and no hire. We are liable without limit for intent and gross negligence, for harm to life and health, and where the law allows no limit. Otherwise, as far as the law permits, we are not liable for what postings say, for what others do, or for indirect loss.

## Ending and changes

We may exclude anyone who breaks these terms. When we change them, the new text on this page applies to what you do from then on.

## Law and courts

The law of ${site.operator.governingLaw} governs these terms, and disputes go to the courts of ${site.operator.courts}. If you are a consumer, you keep the mandatory protection of your home’s law and its courts. If one clause is invalid, the others still apply.
`
