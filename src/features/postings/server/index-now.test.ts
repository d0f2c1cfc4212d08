import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { addJobs, jobRow, movePosting } from '#test/factories.ts'
import { announceChanges, indexNowOf } from './search-engines.ts'

type Announcement = { host: string; key: string; keyLocation: string; urlList: string[] }

const announced: Announcement[] = []
let status = 202
const engine = createServer((request, response) => {
  void json(request).then((it) => {
    if (status < 300) announced.push(it as Announcement)
    response.writeHead(status).end()
  })
})

await new Promise<void>((resolve) => engine.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${(engine.address() as AddressInfo).port}/indexnow`
const board = await testApp()
afterAll(async () => {
  engine.close()
  await board.close()
})

const settings = { secrets: ['x'.repeat(32)], publicUrl: 'https://board.test' } as const
const pathsOf = () => announced.flatMap((it) => it.urlList).toSorted()

test('jobs that are published and closed are announced once, also after a failure', async () => {
  const indexNow = indexNowOf({ ...settings, appMode: 'production', indexnowUrl: url })
  const [first, second, pending] = [jobRow(), jobRow(), jobRow({ status: 'pending' })]
  await addJobs(board.db, [first, second, pending])
  status = 503
  await expect(announceChanges(board.db, indexNow)).rejects.toThrow('IndexNow answered 503')
  status = 202
  await announceChanges(board.db, indexNow)
  const page = (id: string) => `https://board.test/jobs/${id}`
  expect(pathsOf()).toEqual([page(first.id), page(second.id)].toSorted())
  expect(announced[0]).toMatchObject({
    host: 'board.test',
    key: indexNow?.key,
    keyLocation: 'https://board.test/indexnow-key.txt',
  })
  announced.length = 0

  await movePosting(board.db, first.id, 'deactivate', 'administrator')
  await movePosting(board.db, pending.id, 'reject', 'administrator')
  await announceChanges(board.db, indexNow)
  await announceChanges(board.db, indexNow)
  expect(announced.map((it) => it.urlList)).toEqual([[page(first.id)]])
})

test('nothing leaves a demo, and its queue does not grow', async () => {
  announced.length = 0
  const demo = indexNowOf({ ...settings, appMode: 'demo', indexnowUrl: url })
  await addJobs(board.db, [jobRow()])
  await announceChanges(board.db, demo)
  await announceChanges(board.db, indexNowOf({ ...settings, appMode: 'production', indexnowUrl: url }))
  expect(announced).toEqual([])
  expect((await board.get('/indexnow-key.txt')).statusCode).toBe(404)
})
