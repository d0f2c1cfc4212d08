import { describe, expect, test } from 'vitest'
import { due, mentions, nextDay, post, site, subjects, subscriber, tick, emptyBoard } from '#test/alert-digests.ts'
import { mailNewJobs } from './tasks.ts'

emptyBoard()

describe('clocks', () => {
  test('New York changes its clocks twice a year, and the mail still comes at seven; Arizona does not', async () => {
    const newYork = await subscriber({ due: '2026-03-07T12:00:00Z' })
    const arizona = await subscriber({ timeZone: 'America/Phoenix', due: '2026-03-07T14:00:00Z' })
    const cameAt = { newYork: [] as string[], arizona: [] as string[] }
    for (const day of ['2026-03-07', '2026-03-08', '2026-03-09', '2026-10-31', '2026-11-01', '2026-11-02']) {
      // Nothing was new all summer.
      if (day === '2026-10-31') await mailNewJobs(site.db, new Date('2026-10-30T15:00:00Z'))
      await post(`Job of ${day}`)
      for (const hour of [11, 12, 13, 14]) {
        await tick(`${day}T${hour}:00:00Z`)
        for (const [name, { email }] of Object.entries({ newYork, arizona }))
          if ((await mentions(email, `Job of ${day}`)) === 1 && !cameAt[name as 'arizona'].some((it) => it.startsWith(day)))
            cameAt[name as 'arizona'].push(`${day} ${hour}`)
      }
    }
    expect(cameAt.newYork).toEqual([
      '2026-03-07 12',
      '2026-03-08 11',
      '2026-03-09 11',
      '2026-10-31 11',
      '2026-11-01 12',
      '2026-11-02 12',
    ])
    expect(cameAt.arizona.map((it) => it.slice(-2))).toEqual(['14', '14', '14', '14', '14', '14'])
    expect(await subjects(newYork.email)).toHaveLength(6)
  })

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
})
