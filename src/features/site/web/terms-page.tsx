import { Link } from '#web/lib/navigation.tsx'
import type { PageHead } from '#web/lib/page-route.ts'
import { operatorName, site } from '../config.ts'
import { pageHead } from '../page-head.ts'
import { BulletList, MailLink, Section } from '#ui/article.tsx'
import { LegalPage } from './components/legal-page.tsx'

export const head: PageHead = ({ site: info }) =>
  pageHead({
    site: info,
    title: 'Terms of Service',
    description: `The rules for reading and posting jobs on ${site.name}.`,
    path: '/terms',
  })

export function Page() {
  return (
    <LegalPage title="Terms of Service">
      <Section title="What this is an agreement about">
        <p>
          {operatorName()} (‘we’), runs {site.name}, a board of jobs for physicians in the United States. By using the site you
          agree to these terms. If you use it for an organization, you agree on its behalf and confirm that you may. How we handle
          personal information is in the{' '}
          <Link to="/privacy" className="text-link">
            Privacy Policy
          </Link>
          .
        </p>
      </Section>
      <Section title="What the board is, and what it is not">
        <p>
          We publish postings and help you to find them. We are not the employer, not a staffing agency and not a party to
          anything you agree on with one. Reading, searching and applying cost physicians nothing.
        </p>
        <p>
          Pay, place and all other facts are what a posting’s author or its source says. Check them with the employer before you
          decide anything. A license to practice, credentials and the right to work are between you, the employer and the
          authorities.
        </p>
      </Section>
      <Section title="Using the site">
        <BulletList>
          <li>Do not pretend to be somebody else, and do not use contact details from postings for anything but the position.</li>
          <li>Do not try to get past security, to reach what is not meant for you, or to hinder others.</li>
          <li>
            Programs may read what is public, through the feed and the programming interface too, at a pace that leaves room for
            people.
          </li>
          <li>Never put information about patients into anything you send through the site.</li>
        </BulletList>
      </Section>
      <Section title="Posting a job">
        <BulletList>
          <li>
            A posting is for one real, open position for a physician in the United States, and says truthfully what it is and who
            offers it.
          </li>
          <li>
            Its author may publish it, keeps the rights to it, and lets us show, store, format and distribute it while it is
            published.
          </li>
          <li>It keeps to the law, including the laws against discrimination and those that require pay to be stated.</li>
          <li>It asks applicants for no fee and for no information that choosing among them does not need.</li>
        </BulletList>
        <p>
          We may refuse, shorten, correct, label or remove a posting that breaks these terms or misleads. Its author may ask us
          why, and ask us to look again.
        </p>
      </Section>
      <Section title="Postings from other sources">
        <p>
          Some postings come from public sources and carry a link to where they were found. If one is yours and should not be here
          or is wrong, write to <MailLink address={site.emails.support} />.
        </p>
      </Section>
      <Section title="Our name and our pages">
        <p>
          Name, mark, design and our own texts belong to us or to those who license them to us. You may link to any page. Other
          names and marks belong to their owners.
        </p>
      </Section>
      <Section title="What we answer for">
        <p>
          We run the site with care, but it may change, pause or contain errors, and we promise neither a job nor a hire. We
          answer without limit for intent and gross negligence, for harm to life and health, and wherever the law allows no limit.
          Beyond that, as far as the law permits, we do not answer for what postings say, for what others do, or for indirect
          loss.
        </p>
      </Section>
      <Section title="Ending and changing">
        <p>
          You may stop using the site at any time. We may bar somebody who breaks these terms. When we change them, the new text
          stands here with its date, and holds for what you do from then on.
        </p>
      </Section>
      <Section title="Law and courts">
        <p>
          These terms are governed by the law of {site.operator.governingLaw}, and disputes go to the courts of{' '}
          {site.operator.courts}. If you are a consumer, the protection that the law of your home gives you in any case, and its
          courts where it gives you those, are not taken away. If one clause does not hold, the others do.
        </p>
      </Section>
    </LegalPage>
  )
}
