import type { FastifyInstance } from 'fastify'
import { AppError } from '#shared/errors.ts'
import { mapShapesUrl, stateCodes } from '#shared/us-states.ts'
import { endpointsOf } from '#platform/server/http/endpoint.ts'
import { getMapShapes } from '../contract.ts'
import { mapShapes } from './map-shapes.ts'

/** Outlines hardly ever change. */
const aWeek = 'public, max-age=604800'

export function registerPlaces(app: FastifyInstance): void {
  const serve = endpointsOf(app, import.meta.url)
  // A moment's work, which no visitor shall wait for.
  app.addHook('onReady', async () => void mapShapes())

  serve(getMapShapes, async ({ params: { file }, reply }) => {
    const state = [undefined, ...stateCodes].filter(
      (code) => mapShapesUrl(code) === `/maps/${file}`,
    )
    const shapes = state.length > 0 ? mapShapes(state[0]) : undefined
    if (!shapes) throw new AppError('NOT_FOUND', 'There is no such map.')
    return reply
      .header('cache-control', aWeek)
      .type('image/svg+xml; charset=utf-8')
      .send(shapes.svg)
  })
}
