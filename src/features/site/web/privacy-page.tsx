import { Link, useShownPage } from '#web/lib/navigation.tsx'
import type { PageHead } from '#web/lib/page-route.ts'
import { operatorName, site, unconfirmedAlertDays } from '../config.ts'
import { pageHead } from '../page-head.ts'
import { BulletList, MailLink, Section } from '#ui/article.tsx'
import { LegalPage } from './components/legal-page.tsx'

export const head: PageHead = ({ site: info }) =>
  pageHead({
    site: info,
    title: 'Privacy Policy',
    description: `What ${site.name} knows about you, which is little, and what you can ask of us.`,
    path: '/privacy',
  })

export function Page() {
  const { trackerHost, retentionDays } = useShownPage().site
  return (
    <LegalPage title="Privacy Policy">
      <Section title="In short">
        <p>
          You can read every job here without telling us who you are. We set no advertising cookies,
          {trackerHost === null && ' load no trackers,'} build no profile of you, and sell nothing about you to anybody.
        </p>
      </Section>
      <Section title="Who is responsible">
        <p>
          {operatorName()}, decides why and how personal information is handled here. Write to{' '}
          <MailLink address={site.emails.privacy} /> about anything on this page.
        </p>
      </Section>
      <Section title="When you only read">
        <BulletList>
          <li>
            Our server sees your network address, your browser’s name for itself and the address of each page you ask for. We use
            them to deliver the page, to find faults, and to stop floods of requests.
          </li>
          <li>
            Your choices about how the site looks (light or dark, how lists are shown and sorted) stay in your own browser’s
            storage. You can clear them there at any time.
          </li>
          <li>What you search for is part of the page’s address, and so of those records.</li>
          <li>
            We count how often each posting is looked at and applied for, and tell whoever posted it. To count nobody twice a day
            we keep a scrambled code made of your network address and your browser’s name; it is deleted, with what it was
            scrambled with, after the day. No cookie is needed for that.
          </li>
          {trackerHost !== null && (
            <li>
              Public pages load a script of {trackerHost}, which measures visits: your browser tells it your network address and
              the page that you look at.
            </li>
          )}
        </BulletList>
      </Section>
      <Section title="When you write to us">
        <p>
          We keep your message, your address and our answer for as long as the matter and the law ask for, and use them for
          nothing but that matter.
        </p>
      </Section>
      <Section title="When you ask for mail">
        <BulletList>
          <li>For the newsletter we keep your address and when you subscribed, and forget both when you unsubscribe.</li>
          <li>
            For a job alert we keep your address, the search, your time zone and when we last wrote. An alert that nobody confirms
            is deleted after {unconfirmedAlertDays} days, any other when you delete it.
          </li>
          <li>
            Mails that we have sent are kept for {retentionDays.mails} days, so that we can find out what went wrong with one.
          </li>
        </BulletList>
      </Section>
      <Section title="When you are named in a posting">
        <p>
          A posting may show the name, telephone number or e-mail address of somebody to contact, because its author chose to
          publish them. If that is you and you did not agree, write to us and we take them out.
        </p>
      </Section>
      <Section title="When you follow a link">
        <p>
          Applying takes you to the employer’s or recruiter’s own site or mail. What happens to your application there is theirs
          to explain; we pass nothing on, not even the page you came from.
        </p>
      </Section>
      <Section title="Who else is involved, and where">
        <p>
          Providers of servers and mail work for us under contract and only on our instruction. We are established in{' '}
          {site.operator.governingLaw} and the jobs are in the United States, so information may be handled in both countries. We
          give information to authorities only where the law obliges us to.
        </p>
      </Section>
      <Section title="How long, and how safe">
        <BulletList>
          <li>
            Inquiries, their answers and the CVs sent with them are deleted after {retentionDays.inquiries} days, and so are
            reports about postings and messages to us.
          </li>
          <li>
            A CV on file is deleted when you delete it, or after {retentionDays.idleCvs} days without a visit to your account.
          </li>
          <li>
            We record sign-ins and who opened a CV. The network addresses in that record are deleted after{' '}
            {retentionDays.auditAddresses} days.
          </li>
          <li>CVs are encrypted where they are stored.</li>
        </BulletList>
        <p>
          Server records are kept only as long as they serve security and fault finding. Connections are encrypted, access is
          limited to those who need it, and if something goes wrong that puts your information at risk, we tell you and the
          authority in charge.
        </p>
      </Section>
      <Section title="Your rights">
        <p>
          Wherever you live, you may ask what we hold about you, have it corrected or deleted, have us stop using it, and get a
          copy. These are rights under the Personal Information Protection Act of Korea; where the law of your home gives you
          more, such as that of California, it applies as well. Asking costs nothing and has no disadvantage. You may also
          complain to your data protection authority; in Korea that is the Personal Information Protection Commission.
        </p>
      </Section>
      <Section title="Children">
        <p>
          This site is for physicians and those who hire them. It is not meant for anybody under 18, and we do not knowingly hold
          their information.
        </p>
      </Section>
      <Section title="Changes">
        <p>
          When the site learns to do more, this page says so first. The rules for using the site are in the{' '}
          <Link to="/terms" className="text-link">
            Terms of Service
          </Link>
          .
        </p>
      </Section>
    </LegalPage>
  )
}
