import { useFavorite } from '../favorites.ts'
import { MarkButton } from './mark-button.tsx'
import type { MarkLook } from './mark-button.tsx'

/** The heart. */
export function SaveButton({ job: { id, title }, look }: { job: { id: string; title: string }; look: MarkLook }) {
  const favorite = useFavorite(id)
  if (favorite === null) return null
  return <MarkButton look={look} icon="heart" label="Save" of={title} isPressed={favorite.isSaved} onClick={favorite.toggle} />
}
