import type { JobDetail } from '#features/jobs/contract.ts'
import { DefinitionGrid } from '#ui/definition-grid.tsx'
import { externalHref } from '../external-href.ts'
import { ApplyLink } from './apply-link.tsx'
import { JobSection } from './job-section.tsx'

const linkClass = 'text-link break-all'

export function ContactInformation({ job }: { job: JobDetail }) {
  const { contactName, publicEmail, contactPhone, contactWebsite, applyUrl } = job
  if (![contactName, publicEmail, contactPhone, contactWebsite, applyUrl].some(Boolean)) return null

  return (
    <JobSection title="Contact Information">
      <DefinitionGrid
        items={[
          { term: 'Name', value: contactName },
          {
            term: 'E-mail',
            value: publicEmail && (
              <a href={`mailto:${publicEmail}`} className={linkClass}>
                {publicEmail}
              </a>
            ),
          },
          {
            term: 'Phone',
            value: contactPhone && (
              <a href={`tel:${contactPhone.replaceAll(/[^+\d]/g, '')}`} className={linkClass}>
                {contactPhone}
              </a>
            ),
          },
          {
            term: 'Website',
            value: contactWebsite && (
              <a href={externalHref(contactWebsite)} target="_blank" rel="noopener noreferrer nofollow" className={linkClass}>
                {contactWebsite}
              </a>
            ),
          },
          { term: 'Application', value: applyUrl && <ApplyLink job={job} label="Apply online" look="secondary" size="sm" /> },
        ]}
      />
    </JobSection>
  )
}
