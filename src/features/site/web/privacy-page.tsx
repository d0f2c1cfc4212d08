import type { SiteInfo } from '#shared/rendering.ts'
import { useShownPage } from '#platform/web/navigation.tsx'
import { idleCvWarningDays, operatorName, site, unconfirmedAlertDays } from '../config.ts'
import { listedHead } from '../page-head.ts'
import { LegalPage, mailTo } from './components/text-page.tsx'

export const head = listedHead(
  'Privacy Policy',
  () => `What ${site.name} stores about you, how long, and what you can ask of us.`,
  '/privacy',
)

export const Page = () => <LegalPage title="Privacy Policy" text={policyOf(useShownPage().site)} />

const policyOf = ({ trackerHost, retentionDays }: SiteInfo) => `
## In short

You can read every job here without telling us who you are. We set no advertising cookies,${trackerHost === null ? ' load no trackers,' : ''} build no profile of you, and sell nothing about you.

## Who is responsible

${operatorName()}, is responsible. Write to ${mailTo(site.emails.privacy)} with any question about this page.

## When you only read

• Our server sees your IP address, the name of your browser and the address of each page you open, your search included. We use them to deliver the page, find faults and block attacks.
• Your display choices, which jobs you have seen or hidden, and what you type into a form and have not sent stay in your browser’s storage. You can clear them at any time.
• We count how often each posting is viewed and applied to, and show the numbers to its author. To count you once a day without a cookie, we store a code made from your IP address and your browser’s name, and delete the code and its key after that day. Of the site or link that led you here we count only the kind, such as search engines or job alerts.${trackerHost === null ? '' : `\n• Public pages load a script from ${trackerHost} that measures visits, and sees your IP address and the address of the page. A browser that asks not to be tracked (Global Privacy Control) does not load it.`}

## When you have an account

• We store your name, your email address, your profile, and a hash of your password, from which no one can read it.
• For a second step we store the public key and the name of a passkey, or the encrypted key of your authenticator app, and hashes of your recovery codes. Removing the step deletes them.
• We store the IP address and the browser of each sign-in until it ends, and list them on your account page. We email you about a sign-in in a new browser.
• For a physician we store saved jobs with status, next step, date and note, and hidden ones, which no one else sees. We also store the text they send with their CV, and the time of their last visit.
• On your account page you can download your data, or delete your account.

## When you write to us

The contact form stores your name, your email address and your message, only to answer you. We delete them after ${retentionDays.inquiries} days.

## When you ask for email

• For the newsletter we store your address and the date you subscribed, and delete both when you unsubscribe.
• For a job alert we store your address, the search, your time zone and the date of our last email. We delete an alert that no one confirms after ${unconfirmedAlertDays} days, and any other when you delete it.
• We keep the emails we send for ${retentionDays.mails} days, to trace delivery problems. If an email to you comes back, or is reported as spam, we note that with your address, and send it less.

## When a posting names you

A posting may show the name, phone number or email address that its author gave. If they are yours and you did not agree, write to us and we will remove them. We delete a posting that no account owns ${retentionDays.closedJobs} days after it closes.

## When you follow a link

Applying takes you to the site or email of the employer or recruiter, whose privacy policy covers your application. We pass nothing on, not even the page you came from.

## Who else is involved, and where

Server and email providers work for us under contract and only on our instructions. Your information may be handled in ${site.operator.governingLaw}, where we are established, and in the United States. We give information to authorities only where the law requires it.

## How long, and how safe

• We delete inquiries, their answers and the CVs sent with them after ${retentionDays.inquiries} days, or sooner where the employer says so in the form. The same goes for reports about postings.
• A CV that you send without an account waits 48 hours for you to open the link in our email; then we delete it and the inquiry. Until then we store your IP address with it, to limit uploads. If you do not sign in for ${retentionDays.idleCvs} days, we email you, and delete your CV ${idleCvWarningDays} days later unless you sign in.
• A saved job that you remove keeps its note for 30 days, so that you can undo it.
• We record sign-ins and who opened a CV, and delete the IP addresses in that record after ${retentionDays.auditAddresses} days.
• What we delete because of its age stays in a closed copy for seven more days, in case a clock was wrong. What you ask us to delete leaves that copy at once.

We encrypt CVs and all connections, and only people who need access have it. We keep server logs only as long as they serve security and fault finding. If something puts your information at risk, we tell you and the responsible authority.

## Your rights

Wherever you live, you may ask what we know about you, get a copy, have it corrected or deleted, and have us stop using it, as the Personal Information Protection Act of Korea says. Where your local law gives you more, such as in California, it applies as well. Asking is free and never counts against you. You may also complain to your data protection authority, in Korea the Personal Information Protection Commission.

## Children

This site is not meant for anyone under 18, and we do not knowingly store their information.

## Changes

We change this page before we change what we do. The rules for using the site are in the [Terms of Service](/terms).
`
