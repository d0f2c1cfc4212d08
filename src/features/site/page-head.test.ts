import { expect, test } from 'vitest'
import { listedHead, unlistedHead } from './page-head.ts'

const site = { publicUrl: 'https://board.test' }
const robots = { name: 'robots', content: 'noindex' }

test('search engines list a public page by its canonical address', () => {
  const { meta, links } = listedHead('Jobs', () => 'All of them.', '/jobs')({ site })
  expect(meta).toContainEqual({ title: 'Jobs | Whitecoat' })
  expect(meta).toContainEqual({ property: 'og:url', content: 'https://board.test/jobs' })
  expect(meta).not.toContainEqual(robots)
  expect(links).toEqual([{ rel: 'canonical', href: 'https://board.test/jobs' }])
})

test('search engines leave an unlisted page out, whose path may hold an id', () => {
  const head = unlistedHead('A person', 'An account.', (id) => `/admin/users/${id}`)
  const { meta, links } = head({ site, params: { id: '7' } })
  expect(meta).toContainEqual({ property: 'og:url', content: 'https://board.test/admin/users/7' })
  expect(meta).toContainEqual(robots)
  expect(links).toEqual([])
})
