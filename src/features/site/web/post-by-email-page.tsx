import { buttonClass } from '#ui/button.tsx'
import { Link } from '#web/lib/navigation.tsx'
import { site } from '../config.ts'
import { Article, BulletList, Section } from './components/article.tsx'

const wanted = [
  'Title, specialty, and the employer’s name and kind (hospital, practice, health system …)',
  'City and state',
  'Full-time, part-time, locums or contract; W2 or 1099',
  'Pay, as a range with its unit; or how it is worked out',
  'What the work is: setting, schedule, call, team, records system',
  'Requirements, visa sponsorship, benefits',
  'Where to apply: a link or an address that may be shown',
]

const mail = `mailto:${site.emails.postings}?${new URLSearchParams({
  subject: 'Job posting',
  body: wanted.map((item) => `${item}:\n\n`).join('\n'),
})
  .toString()
  .replaceAll('+', '%20')}`

/** How a job gets onto the board while there is no form for it. */
export function PostByEmailPage() {
  return (
    <Article
      title="Post a Job"
      lead={
        <>
          Posting is free. For now it goes by e-mail: send the facts to{' '}
          <a href={mail} className="text-link">
            {site.emails.postings}
          </a>
          , and we set the posting and send you a link to it once a person has read it.
        </>
      }
    >
      <Section title="What a posting needs">
        <BulletList>
          {wanted.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </BulletList>
        <p>A posting is for one position for a physician in the United States.</p>
        <p className="flex flex-wrap gap-3">
          <a href={mail} className={buttonClass()}>
            Write the e-mail
          </a>
          <Link to="/jobs" className={buttonClass('secondary')}>
            See how postings look
          </Link>
        </p>
      </Section>
    </Article>
  )
}
