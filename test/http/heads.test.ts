import { expect, test } from 'vitest'
import { publicUrl, appForFile } from '../app.ts'
import { jobRow } from '../factories.ts'

const board = appForFile({
  jobs: [jobRow({ state: 'TX' }), jobRow({ specialty: 'Psychiatry', state: 'CA' })],
})

/** What a page says of itself: elements of its head by name, and how often each stands there. */
async function headOf(path: string) {
  const { body, statusCode } = await board.get(path)
  expect(statusCode).toBe(200)
  const decoded = (text = '') =>
    text.replaceAll('&amp;', '&').replaceAll('&#x27;', "'").replaceAll('&quot;', '"')
  const metas = [...body.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g)]
  const all = (pattern: RegExp) => [...body.matchAll(pattern)].map((match) => decoded(match[1]))
  return {
    meta: Object.fromEntries(metas.map(([, name = '', content]) => [name, decoded(content)])),
    titles: all(/<title>([^<]*)<\/title>/g),
    canonical: all(/<link rel="canonical" href="([^"]*)"/g),
    headings: all(/<(h1)[ >]/g).length,
  }
}

test.each([
  ['/', 'Physician Jobs in the United States | Whitecoat', '/'],
  ['/jobs', 'Physician Jobs — Search All Positions | Whitecoat', '/jobs'],
  ['/jobs?sortBy=title', 'Physician Jobs — Search All Positions | Whitecoat', '/jobs'],
  ['/jobs?page=2', 'Physician Jobs — Search All Positions | Whitecoat', '/jobs?page=2'],
  ['/jobs?state=TX', 'Physician Jobs — Search All Positions | Whitecoat', '/jobs?state=TX'],
  [
    '/jobs?specialty=Cardiology&page=2',
    'Physician Jobs — Cardiology | Whitecoat',
    '/jobs?page=2&specialty=Cardiology',
  ],
  [
    '/jobs?specialty=Cardiology',
    'Physician Jobs — Cardiology | Whitecoat',
    '/jobs/specialty/cardiology',
  ],
  [
    '/jobs?specialty=Cardiology&state=TX',
    'Physician Jobs — Cardiology | Whitecoat',
    '/jobs/specialty/cardiology/tx',
  ],
  ['/jobs/specialty/cardiology', 'Cardiology Jobs | Whitecoat', '/jobs/specialty/cardiology'],
  [
    '/jobs/specialty/psychiatry/ca',
    'Psychiatry Jobs in California | Whitecoat',
    '/jobs/specialty/psychiatry/ca',
  ],
  ['/about', 'About | Whitecoat', '/about'],
  ['/contact', 'Contact | Whitecoat', '/contact'],
  ['/privacy', 'Privacy Policy | Whitecoat', '/privacy'],
  ['/terms', 'Terms of Service | Whitecoat', '/terms'],
  ['/employers/post', 'Post a Job | Whitecoat', '/employers/post'],
])('%s has title, description and preview', async (path, title, address) => {
  const { meta, titles, canonical, headings } = await headOf(path)
  expect([titles, canonical, headings]).toEqual([[title], [`${publicUrl}${address}`], 1])
  expect(meta['description']?.length).toBeGreaterThan(40)
  expect(meta).toMatchObject({
    'og:title': title,
    'og:description': meta['description'],
    'og:url': `${publicUrl}${address}`,
    'og:site_name': 'Whitecoat',
    'twitter:card': 'summary_large_image',
  })
  const image = await board.get(meta['og:image']?.replace(publicUrl, '') ?? '')
  expect(image.headers['content-type']).toBe('image/png')
})

const search = 'Physician Jobs — Search All Positions | Whitecoat'
test.each([
  ['/jobs?keyword=er&minPay=300000', 'Physician Jobs — Emergency Medicine | Whitecoat'],
  ['/jobs?state=CA,NV', search],
  ['/jobs?specialty=Cardiology,Neurology', 'Physician Jobs — Cardiology and Neurology | Whitecoat'],
  ['/?show=jobs&q=er', expect.stringContaining('Whitecoat')],
])('%s is a search, and not indexed', async (path, title) => {
  const { meta, titles, canonical } = await headOf(path)
  expect([meta['robots'], titles, canonical]).toEqual(['noindex', [title], []])
})
