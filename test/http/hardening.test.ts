import { once } from 'node:events'
import { request, type ClientRequest, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { pdfFile } from '#test/cv-files.ts'
import {
  maxConnections,
  maxRequestsAtOnce,
  placesPerAddress,
} from '#platform/server/http/admission.ts'
import { harmlessName } from '#platform/server/mail/content.ts'
import { appForFile } from '../app.ts'
import { mailsTo, runTasks } from '../mailbox.ts'
import { asVisitor, signIn, type Caller } from '../sign-in.ts'
import { formOf } from '../upload-cv.ts'

/** Small ways in that were found from outside, and stay closed. */

const board = appForFile()
let port: number
beforeAll(async () => {
  await board.app.listen({ port: 0, host: '127.0.0.1' })
  port = (board.app.server.address() as AddressInfo).port
})

describe('a zero byte', () => {
  let callers: Record<'visitor' | 'employer' | 'physician' | 'admin', Caller>
  beforeAll(async () => {
    const roles = ['employer', 'physician', 'admin'] as const
    const [employer, physician, admin] = await Promise.all(roles.map((role) => signIn(board, role)))
    callers = { visitor: asVisitor(board), employer, physician, admin } as typeof callers
  })

  test.each([
    ['visitor', '/api/jobs?keyword=a%00b'],
    ['visitor', '/api/login/callback/%00?state=1'],
    ['employer', '/api/job-postings?q=%00'],
    ['admin', '/api/admin/audit?subject=a%00&address=%00'],
  ] as const)('of the %s in %s is refused', async (who, url) => {
    const answer = await callers[who].get(url)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({
      code: 'BAD_REQUEST',
      error: 'Texts must not contain zero bytes.',
    })
  })

  test.each(['/jobs?keyword=%00', '/jobs.rss?keyword=a%00', '/?%00=1'])(
    'of the visitor in %s is left out',
    async (url) => {
      const answer = await callers.visitor.get(url)
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([
        200,
        expect.stringMatching(/^(text\/html|application\/rss)/),
      ])
    },
  )

  test('is looked for in a deeply nested body without a fault', async () => {
    const payload = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const headers = { 'content-type': 'application/json' }
    const answer = await callers.visitor.call({
      method: 'POST',
      url: '/api/job-report',
      payload,
      headers,
    })
    expect(answer.statusCode).toBe(400)
  })

  test.each([
    ['visitor', 'POST', '/api/auth/login', { email: 'a\0@mail.test', password: 'x\0' }],
    [
      'visitor',
      'POST',
      '/api/auth/register',
      { email: 'a\0@mail.test', firstName: '\0', lastName: ['\0'] },
    ],
    ['visitor', 'POST', '/api/job-inquiry', { name: { deep: ['\0'] } }],
    ['physician', 'PUT', '/api/account/profile', { firstName: 'A\0', lastName: 'B' }],
    ['employer', 'POST', '/api/jobs', { 'ti\0tle': 'x' }],
  ] as const)('of the %s in the body of %s %s is refused', async (who, method, url, payload) =>
    expect(await callers[who].call({ method, url, payload })).toMatchObject({ statusCode: 400 }),
  )
})

test.each([
  ['Dr. J.R. O’Neill-Smith (MD), Jr.', 'Dr. J.R. O’Neill-Smith (MD), Jr.'],
  ['José Ñúñez', 'José Ñúñez'],
  ['You won, see https://evil.test/claim', 'You won, see'],
  ['evil.test/claim now', 'now'],
  ['Pay at www.evil.co please', 'Pay at please'],
  ['write to me@evil.test', 'write to'],
  ['Call +1 (555) 010-9999', 'Call'],
  ['<a href=x>Click</a>', 'a'],
  ['x'.repeat(300), 'x'.repeat(60)],
  ['https://evil.test', ''],
])('in a mail to somebody else the name %j is %j', (name, harmless) =>
  expect(harmlessName(name)).toBe(harmless),
)

test('a mail to an address that somebody else signed up names nobody', async () => {
  const form = { email: 'victim@mail.test', password: 'correct horse battery', lastName: 'x' }
  await asVisitor(board).post('/api/auth/register', {
    ...form,
    firstName: 'You won! Claim at https://evil.test now',
  })
  await runTasks(board)
  const [mail] = await mailsTo(board, 'victim@mail.test')
  expect(mail?.text).toContain('Hello. You created an account with this address.')
  expect(JSON.stringify(mail)).not.toMatch(/evil|you won|claim/i)
})

describe('on the wire', () => {
  const open = async (): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    await once(socket, 'connect')
    return socket
  }
  const ask = async (head: string): Promise<string> => {
    const socket = await open()
    socket.write(`${head}\r\nConnection: close\r\n\r\n`)
    return text(socket)
  }
  /** A request from an address of this machine. */
  const begin = (
    localAddress: string,
    method: string,
    path: string,
    headers: Record<string, string | number>,
  ) => {
    const own = { ...headers, origin: `http://127.0.0.1:${port}` }
    return request({
      port,
      host: '127.0.0.1',
      localAddress,
      method,
      path,
      headers: own,
      agent: false,
    }).on('error', () => {})
  }
  const statusOf = async (call: ClientRequest) => {
    const [answer] = (await once(call.end(), 'response')) as [IncomingMessage]
    return answer.resume().statusCode
  }

  test('a request in absolute form is answered', async () => {
    const answer = await ask(
      `GET http://board.test/api/auth/providers HTTP/1.1\r\nHost: board.test`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
    expect(answer).toContain('"providers"')
    expect(await ask('GET http://board.test HTTP/1.1\r\nHost: board.test')).toMatch(
      /^HTTP\/1\.1 200 /,
    )
  })

  test('a silent socket, and one that never ends its head, is closed within 30 seconds', async () => {
    const { server } = board.app
    const { headersTimeout } = server
    // What is too late is looked for every few seconds.
    expect(headersTimeout).toBeLessThanOrEqual(20_000)
    server.headersTimeout = 500
    onTestFinished(() => void (server.headersTimeout = headersTimeout))
    const [silent, slow] = [await open(), await open()]
    slow.write('GET / HTTP/1.1\r\nHost: board.test\r\n')
    silent.resume()
    slow.resume()
    const closed = Promise.all([once(silent, 'close'), once(slow, 'close')]).then(() => 'closed')
    expect(
      await Promise.race([closed, once(AbortSignal.timeout(9_500), 'abort').then(() => 'open')]),
    ).toBe('closed')
  })

  test('one address opens so many connections, and no more', async () => {
    let refused = 0
    const sockets = Array.from({ length: maxConnections + 20 }, () =>
      connect(port, '127.0.0.1')
        .on('error', () => {})
        .once('close', () => refused++),
    )
    await expect.poll(() => refused, { timeout: 10_000 }).toBeGreaterThanOrEqual(20)
    expect(refused).toBeLessThan(40)
    for (const socket of sockets) socket.destroy()
    await expect
      .poll(async () => (await ask('GET /healthz HTTP/1.1\r\nHost: board.test')).slice(0, 12))
      .toBe('HTTP/1.1 200')
  })

  test.each([
    ['requests', 'GET', '/api/auth/user', maxRequestsAtOnce],
    ['uploads', 'POST', '/api/profile/cv', placesPerAddress.upload ?? 0],
    ['exports', 'GET', '/api/account/export', placesPerAddress.export ?? 0],
  ])(
    'one address has so many %s under way and no more, and another one has its own',
    async (_name, method, path, most) => {
      const headers = {
        cookie: '__Host-session=nobody',
        'content-type': 'multipart/form-data; boundary=x',
      }
      const statuses: unknown[] = []
      const send = async (address: string) =>
        void statuses.push(await statusOf(begin(address, method, path, headers)))
      const answers: Promise<void>[] = []
      await board.db.transaction().execute(async (transaction) => {
        await sql`lock table sessions in access exclusive mode`.execute(transaction)
        for (let count = 0; count < most + 3; count++) answers.push(send('127.0.0.1'))
        await expect.poll(() => statuses, { timeout: 10_000 }).toEqual([429, 429, 429])
        answers.push(send('127.0.0.2'))
      })
      await Promise.all(answers)
      expect(statuses.slice(3)).toEqual(Array.from({ length: most + 1 }, () => 401))
    },
  )

  test('slow uploads of a few addresses leave places for others', async () => {
    const { cookie } = await signIn(board, 'physician')
    const { headers, payload } = await formOf([{ name: 'cv.pdf', content: pdfFile() }])
    const uploading = (address: string) => {
      const call = begin(address, 'POST', '/api/profile/cv', {
        ...headers,
        cookie,
        'content-length': payload.length,
      })
      call.write(payload.subarray(0, 200))
      return call
    }
    const slow = Array.from({ length: 12 }, (_, n) => uploading(`127.0.0.${2 + Math.floor(n / 4)}`))
    onTestFinished(() => slow.forEach((it) => it.destroy()))
    const honest = await Promise.all(
      Array.from({ length: 6 }, (_, n) => {
        const call = uploading(`127.0.1.${n + 1}`)
        call.write(payload.subarray(200))
        return statusOf(call)
      }),
    )
    expect(honest).toEqual([200, 200, 200, 200, 200, 200])
  })
})
