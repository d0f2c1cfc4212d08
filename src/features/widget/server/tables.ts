import type { Generated } from 'kysely'

export type WidgetTables = { widgets: { id: string; owner_id: string; created_at: Generated<Date> } }
