import type { PersonalData } from '#features/accounts/server/public.ts'
import { findWidget } from './queries.ts'

/** The widget is deleted with its account. */
export const widgetPersonalData: PersonalData = {
  name: 'widget',
  async export(db, { id }) {
    const widget = await findWidget(db, id)
    return widget ? { id: widget.id, createdAt: widget.created_at } : null
  },
}
