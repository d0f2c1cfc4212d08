import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
  type TextMapGetter,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  TracerProvider,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace'
import type { FastifyInstance } from 'fastify'
import type { IncomingHttpHeaders } from 'node:http'
import { currentActivity, onQuery, type Activity } from './activity.ts'
import { version } from './version.ts'

type Options = {
  /** Of an OpenTelemetry collector, such as `http://collector:4318`. */
  endpoint: string
  /** The share of requests that are traced, from 0 to 1. */
  ratio: number
  /** Whether a proxy that we trust may have begun the trace. */
  continues: boolean
}

const exportMs = 3000

const headers: TextMapGetter<IncomingHttpHeaders> = {
  keys: Object.keys,
  get: (carrier, key) => carrier[key],
}

/**
 * Sends a span for each request, and one for each of its queries. They hold routes and SQL with
 * placeholders, no addresses or values.
 */
export function traceRequests(app: FastifyInstance, { endpoint, ratio, continues }: Options): void {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    timeoutMillis: exportMs,
  })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'whitecoat', 'service.version': version }),
    sampler: new TraceIdRatioBasedSampler(ratio),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('whitecoat')
  const propagator = new W3CTraceContextPropagator()
  const spans = new WeakMap<Activity, { span: Span; context: Context }>()
  const byRequest = new WeakMap<object, Span>()

  app.addHook('onRequest', async (request) => {
    const activity = currentActivity()
    if (!activity) return
    const parent = continues
      ? propagator.extract(ROOT_CONTEXT, request.headers, headers)
      : ROOT_CONTEXT
    const span = tracer.startSpan(activity.name, { kind: SpanKind.SERVER }, parent)
    span.setAttributes({
      'http.request.method': request.method,
      'http.route': request.routeOptions.url ?? 'none',
      'whitecoat.request_id': request.id,
    })
    spans.set(activity, { span, context: trace.setSpan(parent, span) })
    byRequest.set(request, span)
  })
  app.addHook('onResponse', async (request, { statusCode }) => {
    const span = byRequest.get(request)
    span?.setAttribute('http.response.status_code', statusCode)
    if (statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
  })

  const stop = onQuery(({ text, ms, error }) => {
    const activity = currentActivity()
    const parent = activity && spans.get(activity)
    if (!parent) return
    const end = Date.now()
    const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text }
    const span = tracer.startSpan(
      'query',
      { kind: SpanKind.CLIENT, startTime: end - ms, attributes },
      parent.context,
    )
    if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end(end)
  })
  app.addHook('onClose', async () => {
    stop()
    // Sends the rest; an absent collector must not hold the node up.
    await provider.shutdown().catch(() => {})
  })
}
