import { expect, test } from 'vitest'
import { appForFile } from '../app.ts'
import { addJobs, jobRow } from '../factories.ts'

const board = appForFile()

async function pageOf(overrides: Parameters<typeof jobRow>[0]): Promise<string> {
  const job = jobRow(overrides)
  await addJobs(board.db, [job])
  return (await board.get(`/jobs/${job.id}`)).body
}

const structuredData = (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/g)].map(
    (match) => match[1] ?? '',
  )

test('a posting says who answers inquiries', async () => {
  expect(await pageOf({ contact_email: 'jobs@hospital.test' })).toContain(
    'The employer or recruiter answers you by email.',
  )
  const html = await pageOf({ contact_email: null })
  expect(html).toContain(
    'This posting has no contact email. Our team reads your inquiry, and passes it on if it finds a contact.',
  )
  expect(html).not.toContain('24-48')
})

test('a posting without an apply link has no apply button, and without a contact no contact section', async () => {
  const html = await pageOf({ apply_url: null })
  expect(html).toMatch(/<button[^>]* disabled=""[^>]*>Apply Now<\/button>/)
  expect(html).not.toContain('Contact Information')
  expect(html).not.toContain('Requirements &amp; Benefits')
})

test('a script URL is not a link', async () => {
  const links = {
    apply_url: 'javascript:alert(1)',
    contact_website: 'javascript:alert(2)',
    source_url: 'JavaScript:alert(3)',
  }
  expect(await pageOf({ ...links, source: 'feed' })).not.toMatch(/href="\s*javascript:/i)
})

test('a posting’s text is escaped everywhere', async () => {
  const evil = `</script><script>alert(1)</script><img src=x onerror=alert(1)>`
  const texts = {
    title: evil,
    employer: evil,
    city: evil,
    description: evil,
    comp_text: evil,
    brief: evil,
  }
  const html = await pageOf({ ...texts, structured_data_allowed: true })
  expect(html).not.toContain('<script>alert(1)')
  expect(html).not.toContain('<img src=x')
  for (const block of structuredData(html)) expect(() => JSON.parse(block)).not.toThrow()
})

test('an import without authorization carries no structured data', async () => {
  const types = (html: string) =>
    structuredData(html).map((it) => (JSON.parse(it) as { '@type': string })['@type'])
  expect(types(await pageOf({ source: 'Some feed', structured_data_allowed: false }))).toEqual([
    'BreadcrumbList',
  ])
  expect(types(await pageOf({ structured_data_allowed: true }))).toEqual([
    'BreadcrumbList',
    'JobPosting',
  ])
})
