import { json } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { serverForTest } from '#test/for-test.ts'

type Sent = { resourceSpans: { scopeSpans: { spans: Sent.Span[] }[] }[] }
declare namespace Sent {
  type Span = {
    traceId: string
    spanId: string
    parentSpanId?: string
    name: string
    status: { code: number }
    attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
  }
}

/** A collector that understands OTLP over HTTP. */
async function collector() {
  const spans: Sent.Span[] = []
  const endpoint = await serverForTest((request, response) => {
    void json(request).then((body) => {
      spans.push(
        ...(body as Sent).resourceSpans.flatMap((span) =>
          span.scopeSpans.flatMap((scope) => scope.spans),
        ),
      )
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  return { spans, endpoint }
}

const env = (endpoint: string) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_TRACES_SAMPLER_ARG: '1',
})
const attribute = (span: Sent.Span | undefined, key: string) => {
  const value = span?.attributes.find((attribute) => attribute.key === key)?.value
  return value?.stringValue ?? value?.intValue
}

test('a request and its queries are one trace, without the address and its words', async () => {
  const { spans, endpoint } = await collector()
  const board = await testApp({ env: { ...env(endpoint), TRUSTED_PROXIES: '127.0.0.1' } })
  const traceId = 'ab'.repeat(16)
  await board.get('/api/jobs?keyword=private', {
    traceparent: `00-${traceId}-${'cd'.repeat(8)}-01`,
  })
  await board.close()

  const request = spans.find((span) => span.name === 'GET /api/jobs')
  expect(request).toMatchObject({ traceId, parentSpanId: 'cd'.repeat(8) })
  expect(attribute(request, 'http.response.status_code')).toBe(200)
  const queries = spans.filter((span) => span.parentSpanId === request?.spanId)
  expect(queries.length).toBeGreaterThan(0)
  expect(
    queries.every(
      (query) => query.traceId === traceId && String(attribute(query, 'db.query.text')).length > 5,
    ),
  ).toBe(true)
  expect(JSON.stringify(spans)).not.toContain('private')
})

test('a stranger does not choose the trace, and an absent collector holds nothing up', async () => {
  const { spans, endpoint } = await collector()
  const board = await testApp({ env: env(endpoint) })
  await board.get('/healthz', { traceparent: `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01` })
  await board.close()
  expect(spans.map((span) => span.name)).toEqual(['GET /healthz'])
  expect(spans[0]?.traceId).not.toBe('ab'.repeat(16))

  const alone = await testApp({ env: env('http://127.0.0.1:1') })
  expect((await alone.get('/healthz')).statusCode).toBe(200)
  await alone.close()
})
