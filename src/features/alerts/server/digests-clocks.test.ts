import { expect, test } from 'vitest'
import { due, mentions, nextDay, post, subjects, subscriber, tick, emptyBoard } from '#test/alert-digests.ts'

emptyBoard()

test('a server clock put forward sends once, not once for every skipped day', async () => {
  const { email } = await subscriber({ due })
  await post('First')
  await tick('2026-07-11T15:00:00Z')
  await tick('2026-07-11T15:01:00Z')
  expect(await subjects(email)).toEqual(['1 new job: All physician jobs'])
  await post('Second')
  await tick('2026-07-12T10:59:00Z')
  expect(await mentions(email, 'Second')).toBe(0)
  await tick('2026-07-12T11:00:00Z')
  expect(await mentions(email, 'Second')).toBe(1)
})

test('a server clock put back sends nothing twice, and continues', async () => {
  const { email } = await subscriber({ due })
  await post('First')
  await tick(due)
  // Back by five hours, and through seven o'clock a second time.
  for (const hour of ['06', '11', '12']) await tick(`2026-07-01T${hour}:00:00Z`)
  expect(await subjects(email)).toHaveLength(1)
  await post('Second')
  await tick('2026-07-01T11:30:00Z')
  expect(await mentions(email, 'Second')).toBe(0)
  await tick(nextDay)
  expect(await mentions(email, 'Second')).toBe(1)
})

test('a server clock that was years ahead for a while silences no alert', async () => {
  const { email } = await subscriber({ due })
  await tick('2031-01-01T00:00:00Z')
  await post('First')
  await tick(due)
  await tick(nextDay)
  expect(await mentions(email, 'First')).toBe(1)
})
