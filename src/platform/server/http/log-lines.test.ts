import { PassThrough } from 'node:stream'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { logOptions } from './app-base.ts'

test('a line has an ISO time, the name of its level, and of an address its domain', () => {
  const stream = new PassThrough()
  const { log } = fastify({ logger: logOptions('warn', stream) })
  const refused = '550 5.1.1 <ana.o’b+jobs@example.org>: "ana@example.org" is unknown'
  log.info('not shown')
  log.warn({ mail: '0190', reason: refused, err: new Error(refused) }, 'a mail was given up')

  const line = String(stream.read())
  const { level, time, mail, reason, msg } = JSON.parse(line) as Record<string, string>
  expect(new Date(time ?? '').toISOString()).toBe(time)
  expect({ level, mail, msg }).toEqual({ level: 'warn', mail: '0190', msg: 'a mail was given up' })
  expect(reason).toBe('550 5.1.1 <ana.o’•••@example.org>: "•••@example.org" is unknown')
  expect(line).not.toContain('ana@')
})
