import { z } from 'zod'
import { defineEndpoint, posters } from '#shared/contract.ts'
import { maxShown, usuallyShown, widgetThemes } from './model.ts'

export const getWidget = defineEndpoint('getWidget', 'GET /api/widget', {
  access: posters,
  summary: 'The public id of the caller’s widget',
  response: z.object({ id: z.string(), scriptUrl: z.url() }),
})

export const getWidgetScript = defineEndpoint('getWidgetScript', 'GET /widget.js', {
  access: 'public',
  summary: 'The script that inserts a list of jobs after its tag',
  response: z.string(),
  responseTypes: ['text/javascript'],
})

/** The snippet is written by hand, so invalid options are ignored where possible. */
export const getWidgetPage = defineEndpoint('getWidgetPage', 'GET /widget', {
  access: 'public',
  cost: 'page',
  summary: 'An employer’s active jobs, for a frame on another site',
  query: z.object({
    company: z.string().max(100).default(''),
    jobs: z.coerce.number().int().min(1).max(maxShown).catch(usuallyShown),
    theme: z.enum(widgetThemes).catch('auto'),
    specialty: z.string().max(100).optional(),
  }),
  response: z.string(),
  responseTypes: ['text/html'],
})
