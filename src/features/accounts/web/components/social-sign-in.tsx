import { useQuery } from '@tanstack/react-query'
import { providerSignInPath, withQuery } from '#shared/paths.ts'
import { buttonClass } from '#ui/button.tsx'
import { providersQuery } from '../queries.ts'

type Props = {
  /** Of the button that leaves the choice of provider to the server. */
  label: string
  returnTo: string
}

/** Ways in through somebody else's account; none is shown that is not configured. These links lead to other sites. */
export function SocialSignIn({ label, returnTo }: Props) {
  const { data } = useQuery(providersQuery)
  const providers = data?.providers ?? []
  if (providers.length === 0) return null
  return (
    <div className="flex flex-col gap-3">
      <p className="flex items-center gap-3 text-xs text-muted before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
        or
      </p>
      <a href={withQuery(providerSignInPath, { returnTo })} className={buttonClass('secondary')}>
        {label}
      </a>
      <ul className="grid gap-3 sm:grid-cols-[repeat(auto-fit,minmax(12rem,1fr))]">
        {providers.map(({ id, label }) => (
          <li key={id}>
            <a href={withQuery(providerSignInPath, { provider: id, returnTo })} className={`${buttonClass('secondary')} w-full`}>
              Continue with {label}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
