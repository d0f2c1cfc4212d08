import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '../app.ts'
import { jobRow } from '../factories.ts'

async function pageOf(overrides: Parameters<typeof jobRow>[0]): Promise<string> {
  const job = jobRow(overrides)
  const board = await testApp({ jobs: [job] })
  onTestFinished(() => board.close())
  return (await board.get(`/jobs/${job.id}`)).body
}

const structuredData = (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/g)].map((it) => it[1] ?? '')

test('a posting without a link for applications has nothing to press, and no contact section without a contact', async () => {
  const html = await pageOf({ apply_url: null })
  expect(html).toMatch(/<button[^>]* disabled=""[^>]*>Apply Now<\/button>/)
  expect(html).not.toContain('Contact Information')
  expect(html).not.toContain('Requirements &amp; Benefits')
})

test('a link that would run a script is no link', async () => {
  const html = await pageOf({
    apply_url: 'javascript:alert(1)',
    contact_website: 'javascript:alert(2)',
    source: 'feed',
    source_url: 'JavaScript:alert(3)',
  })
  expect(html).not.toMatch(/href="\s*javascript:/i)
})

test('what a posting says is text, wherever it stands', async () => {
  const evil = `</script><script>alert(1)</script><img src=x onerror=alert(1)>`
  const html = await pageOf({
    title: evil,
    employer: evil,
    city: evil,
    description: evil,
    comp_text: evil,
    brief: evil,
    structured_data_allowed: true,
  })
  expect(html).not.toContain('<script>alert(1)')
  expect(html).not.toContain('<img src=x')
  for (const block of structuredData(html)) expect(() => JSON.parse(block)).not.toThrow()
})

test('an import that nobody authorized carries no job posting metadata', async () => {
  const types = (html: string) => structuredData(html).map((it) => (JSON.parse(it) as { '@type': string })['@type'])
  expect(types(await pageOf({ source: 'Some feed', structured_data_allowed: false }))).toEqual(['BreadcrumbList'])
  expect(types(await pageOf({ structured_data_allowed: true }))).toEqual(['BreadcrumbList', 'JobPosting'])
})
