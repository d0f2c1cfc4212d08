import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { Alert } from '#ui/feedback.tsx'
import { callApi } from '#platform/web/api.ts'
import { useHydrated, useShownPage } from '#platform/web/navigation.tsx'

/** Signs in with a passkey: as both steps, as the second one, or as re-authentication. */
export function PasskeyButton({ label, onDone }: { label: string; onDone: () => void }) {
  const { run, pending, problem } = usePasskey(async () => {
    const { startAuthentication } = await import('@simplewebauthn/browser')
    const options = await callApi('POST /api/auth/passkey/options')
    const response = await startAuthentication({ optionsJSON: options as never })
    await callApi('POST /api/auth/passkey', { body: { response: response as never } })
    onDone()
  })
  const ready = useHydrated()
  return (
    <div className="flex flex-col gap-3">
      <PasskeyHost />
      {problem !== undefined && <Alert tone="danger">{problem}</Alert>}
      <Button icon={KeyRound} look="secondary" disabled={!ready} aria-disabled={pending} onClick={run}>
        {pending ? 'Waiting for your passkey...' : label}
      </Button>
    </div>
  )
}

/** Leads from this machine's IP address, where browsers refuse passkeys, to its name. */
export function PasskeyHost() {
  const { demo, publicUrl } = useShownPage().site
  const hydrated = useHydrated()
  if (!hydrated || !demo || !['127.0.0.1', '[::1]'].includes(location.hostname)) return null
  const target = new URL(location.href.slice(location.origin.length), publicUrl)
  if (target.hostname === location.hostname) target.hostname = 'localhost'
  return (
    <Alert>
      Passkeys do not work at {location.hostname}.{' '}
      <a href={target.href} className="text-link">
        Open this page at {target.hostname}
      </a>
    </Alert>
  )
}

/** Runs a ceremony with an authenticator, and says in words why it failed. */
export function usePasskey(ceremony: () => Promise<void>) {
  const { mutate, isPending, error } = useMutation({ mutationFn: ceremony })
  return { pending: isPending, problem: error ? problemOf(error) : undefined, run: () => void (isPending || mutate()) }
}

function problemOf(error: Error): string {
  if (!('PublicKeyCredential' in globalThis)) return 'This browser does not support passkeys.'
  if (error.name === 'NotAllowedError') return 'The passkey was not used. Please try again, or choose another way.'
  if (error.name === 'InvalidStateError') return 'This device already has a passkey for your account.'
  if (error.name === 'SecurityError') return 'Passkeys work only at the site’s own host name.'
  return error.message
}
