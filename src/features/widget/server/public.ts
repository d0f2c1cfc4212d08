import type { PersonalData } from '#features/accounts/server/public.ts'
import { findWidget } from './queries.ts'

/** With the account its widget goes, too. */
export const widgetPersonalData: PersonalData = {
  name: 'widget',
  async export(db, { id }) {
    const widget = await findWidget(db, id)
    return widget ? { id: widget.id, createdAt: widget.created_at } : null
  },
}
