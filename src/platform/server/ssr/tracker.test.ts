import { expect, test } from 'vitest'
import { appForFile, appForTest } from '#test/app.ts'

const board = appForFile({
  env: { TRACKER_URL: 'https://stats.example:8443/js/script.js?site=1&late="' },
})

const scriptOf = (html: string) => /<meta name="tracker" content="(https:[^"]+)">/.exec(html)
const policyOf = ({ headers }: { headers: Record<string, unknown> }) =>
  String(headers['content-security-policy'])

test('public pages may load it, and let it report to its own origin only', async () => {
  // The second answer comes from the cache.
  for (const _ of [1, 2]) {
    const page = await board.get('/about')
    const [, src] = scriptOf(page.body) ?? []
    expect(src).toBe('https://stats.example:8443/js/script.js?site=1&amp;late=%22')
    expect(policyOf(page)).toMatch(
      /script-src 'self' 'sha256-[^']+' https:\/\/stats\.example:8443;/,
    )
    expect(policyOf(page)).toContain("connect-src 'self' https://stats.example:8443;")
  }
})

test('the privacy page says so', async () => {
  const { body } = await board.get('/privacy')
  expect(body).toContain('stats.example:8443')
  expect(body).not.toContain('load no trackers')
})

test.each([
  '/account',
  '/auth',
  '/auth/reset?token=secret',
  '/unsubscribe?token=secret',
  '/unsubscribe?email=ada%40mail.test',
  '/newsletter',
  '/employers/post',
  '/employers/manage?token=secret',
  '/alerts/confirm?token=secret',
  '/about?token=secret',
  '/nowhere',
])('%s, which is no page to read, does not', async (url) => {
  const page = await board.get(url)
  expect(page.body).toContain('<html')
  expect(scriptOf(page.body)).toBeNull()
  expect(policyOf(page)).not.toContain('stats.example')
})

test('unless it is set, there is none', async () => {
  const plain = await appForTest()
  const [page, privacy] = [await plain.get('/about'), await plain.get('/privacy')]
  expect(scriptOf(page.body)).toBeNull()
  expect(privacy.body).toContain('load no trackers')
  expect(policyOf(page)).toContain("connect-src 'self';")
})
