import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { appForTest } from '#test/app.ts'
import { folderForTest } from '#test/for-test.ts'
import { production } from '#test/production.ts'
import { asVisitor, signIn } from '#test/sign-in.ts'

test('pages, mails and addresses name the operator of the settings, and nobody else', async () => {
  const BRAND_DIR = await folderForTest()
  const logo = '<svg xmlns="http://www.w3.org/2000/svg"/>'
  const brand = { 'logo.svg': logo, 'favicon.svg': logo, 'secret.txt': 'not a part of the brand' }
  for (const [name, content] of Object.entries(brand))
    await writeFile(join(BRAND_DIR, name), content)
  const board = await appForTest({
    env: {
      ...production,
      SITE_NAME: 'Northlight',
      SITE_TAGLINE: 'Work for physicians',
      POSTINGS_EMAIL: 'jobs@board.test',
      BRAND_COLORS: '#7a1f3d, #f2a6bd',
      BRAND_DIR,
    },
  })

  const read = async (path: string) => (await board.get(path)).body.replaceAll('<!-- -->', '')
  const pages = await Promise.all(
    ['/', '/terms', '/privacy', '/contact', '/employers', '/about', '/nowhere'].map(read),
  )
  const [home = '', terms = '', privacy = '', contact = '', employers = ''] = pages
  expect(home).toContain('Northlight is run by Board Tests LLC.')
  expect(home).toContain('Work for physicians')
  expect(home).toContain('<img src="/logo.svg"')
  expect(home).toMatch(/<title>[^<]* \| Northlight<\/title>/)
  expect(terms).toContain(
    'The law of the State of Ohio governs these terms, and disputes go to the courts of Columbus, Ohio.',
  )
  expect(privacy).toContain('privacy@board.test')
  for (const address of ['help@board.test', 'abuse@board.test']) expect(contact).toContain(address)
  expect(employers).toContain('jobs@board.test')
  expect(employers).not.toContain('<blockquote')
  for (const page of pages) expect(page).not.toMatch(/Whitecoat|Seoul|\.example\b|2,847|1,200\+/)
  expect([await read('/logo.svg'), await read('/favicon.svg')]).toEqual([logo, logo])
  expect((await board.get('/og.png')).statusCode).toBe(200)
  expect((await board.get('/secret.txt')).statusCode).toBe(404)
  expect(await read('/.well-known/security.txt')).toContain('mailto:help@board.test')
  for (const feed of ['/jobs.rss', '/jobs.json', '/jobs.xml', '/llms.txt', '/api/docs/json'])
    expect(await read(feed)).not.toContain('Whitecoat')

  const question = { name: 'Ann', email: 'ann@board.test', message: 'Hello there, a question.' }
  const sent = await asVisitor(board).post('/api/contact', question)
  expect(sent.statusCode, sent.body).toBe(200)
  const { rows } = await sql<{ text: string; html: string }>`
    select text, html from mails where to_address = 'help@board.test'
  `.execute(board.db)
  expect(rows[0]?.text).toContain('Board Tests LLC, 1 Main Street, Columbus, OH 43004')
  expect(rows[0]?.html).toMatch(/<p[^>]+color:#7a1f3d[^>]*>Northlight</)
  expect(rows[0]?.html).toContain('.action { color: #f2a6bd !important; }')
  expect(rows[0]?.html).not.toMatch(/#0b585c|#72c7c1/i)
})

test('given figures and a given testimonial are shown as they are given', async () => {
  const board = await appForTest({
    env: {
      ...production,
      ADMIN_SECOND_STEP: 'off',
      HERO_FIGURES: '310 Active Jobs; 45+ Hospitals; $290K Avg. Salary',
      TESTIMONIAL:
        'Two inquiries came in a week; one became our colleague.; Ada Sample; Medical director',
    },
  })

  const admin = await signIn(board, 'admin')
  expect(
    (await admin.put('/api/admin/settings/hero-figures', { mode: 'fixed', version: 0 })).statusCode,
  ).toBe(200)
  expect((await board.get('/api/hero-figures')).json()).toEqual({
    counts: {},
    figures: [
      { value: '310', label: 'Active Jobs', isPay: false },
      { value: '45+', label: 'Hospitals', isPay: false },
      { value: '$290K', label: 'Avg. Salary', isPay: true },
    ],
  })
  expect((await board.get('/employers')).body.replaceAll('<!-- -->', '')).toMatch(
    /<blockquote[^>]*>Two inquiries came in a week; one became our colleague\.<\/blockquote><figcaption[^>]*>Ada Sample, Medical director</,
  )
})
