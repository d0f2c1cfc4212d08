import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { providerSignInPath, withQuery } from '#shared/paths.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { toast } from '#ui/toast.ts'
import { identitiesQuery, providersQuery, unlinkIdentity } from '../queries.ts'
import { AccountSection } from './account-section.tsx'
import { SignInProblem } from './sign-in-problem.tsx'

/** The identity providers that the account opens with, and those that can be added; nothing where there are none. */
export function IdentitiesSection() {
  const { data: linked } = useQuery(identitiesQuery)
  const { data: configured } = useQuery(providersQuery)
  const remove = useRemove()
  if (!linked || !configured || linked.identities.length + configured.providers.length === 0) return null
  const others = configured.providers.filter(({ id }) => !linked.identities.some((it) => it.provider === id))
  return (
    <AccountSection title="Other ways to sign in" lead="Accounts elsewhere that open this one.">
      <div className="flex flex-col gap-3">
        <SignInProblem />
        {linked.identities.length > 0 && (
          <ul className="flex flex-col">
            {linked.identities.map(({ provider, label }) => (
              <li key={provider} className="flex items-center justify-between gap-4 border-b border-line py-3 first:pt-0">
                <p className="min-w-0 font-medium">{label}</p>
                <Button
                  look="secondary"
                  size="sm"
                  aria-label={`Remove ${label}`}
                  aria-disabled={remove.isPending}
                  onClick={() => {
                    if (!remove.isPending) remove.mutate(provider)
                  }}
                >
                  Remove
                </Button>
              </li>
            ))}
          </ul>
        )}
        {others.map(({ id, label }) => (
          <a
            key={id}
            href={withQuery(providerSignInPath, { provider: id, link: '1' })}
            className={`${buttonClass('secondary')} self-start`}
          >
            Add {label}
          </a>
        ))}
      </div>
    </AccountSection>
  )
}

function useRemove() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: unlinkIdentity,
    onSuccess: () => toast({ title: 'Removed', description: 'It no longer opens your account.' }),
    onError: ({ message }) => toast({ title: 'Could not remove it', description: message, tone: 'danger' }),
    onSettled: () => queryClient.invalidateQueries(identitiesQuery),
  })
}
