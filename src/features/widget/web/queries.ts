import { apiQuery } from '#web/lib/api.ts'
import type { GetWidget } from '../contract.ts'

export const widgetQuery = apiQuery<GetWidget>('/api/widget')
