import { useCurrentUser } from '#platform/web/current-user.ts'
import { useIsFavorite, useToggleFavorite } from './use-favorite.ts'
import { MarkButton, type MarkLook } from '#ui/mark-button.tsx'

type Props = { job: { id: string; title: string }; look: MarkLook }

/** The heart. Visitors are sent to sign in, and the job is saved afterwards. Other roles see none. */
export function SaveButton(props: Props) {
  const current = useCurrentUser()
  if (current.status !== 'signed-in' || current.user.role === null) return <Heart {...props} isSaved={false} />
  return current.user.role === 'physician' ? <PhysiciansHeart {...props} /> : null
}

const PhysiciansHeart = (props: Props) => <Heart {...props} isSaved={useIsFavorite(props.job.id)} />

function Heart({ job: { id, title }, look, isSaved }: Props & { isSaved: boolean }) {
  const toggle = useToggleFavorite(id, isSaved)
  return <MarkButton look={look} icon="heart" label="Save" of={title} isPressed={isSaved} onClick={toggle} />
}
