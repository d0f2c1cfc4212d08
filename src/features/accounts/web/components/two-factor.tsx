import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { deviceName } from '#features/accounts/model.ts'
import { ageLabel } from '#features/jobs/display.ts'
import { site } from '#features/site/config.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Alert, Skeleton } from '#ui/feedback.tsx'
import { toast } from '#ui/toast.ts'
import { ActionButton, useAction } from '#platform/web/action.tsx'
import { callApi } from '#platform/web/api.ts'
import { Loaded } from '#platform/web/page-parts.tsx'
import { useShownPage } from '#platform/web/navigation.tsx'
import { CodeForm, PasskeyHost, securityQuery, usePasskey } from './sign-in.tsx'
import { ListItem, notRemoved, removed } from './sign-in-sections.tsx'

type Codes = readonly string[] | null
type Security = ResponseOf<'GET /api/account/security'>

/**
 * Passkeys, authenticator app and recovery codes of the account. `onReady` follows once new
 * recovery codes were read.
 */
export function TwoFactor({ onReady }: { onReady?: () => void }) {
  const queryClient = useQueryClient()
  const [codes, setCodes] = useState<Codes>(null)
  const refresh = () => void queryClient.invalidateQueries(securityQuery)
  const added = (recoveryCodes: Codes) => {
    setCodes(recoveryCodes)
    refresh()
    if (recoveryCodes === null) onReady?.()
  }
  const close = () => {
    setCodes(null)
    onReady?.()
  }
  return (
    <Loaded
      query={useQuery(securityQuery)}
      failure="Your second step could not be loaded."
      placeholder={<Skeleton className="h-24 w-full" />}
    >
      {(security) => (
        <div className="flex flex-col gap-6">
          <Passkeys security={security} onAdded={added} />
          {/* Once the app is added or removed, its key is used up. */}
          <Authenticator key={security.authenticatorSince} security={security} onAdded={added} />
          {security.passkeys.length + (security.authenticatorSince === null ? 0 : 1) > 0 && (
            <RecoveryCodes left={security.recoveryCodes} onRenewed={added} />
          )}
          {codes && <NewCodes codes={codes} onClose={close} />}
        </div>
      )}
    </Loaded>
  )
}

type Part = { security: Security; onAdded: (codes: Codes) => void }

const useRemove = () =>
  useAction({
    call: (id: string) => callApi('DELETE /api/account/second-steps/:id', { params: { id } }),
    done: removed,
    failure: notRemoved,
    changes: ['GET /api/account/security'],
  })

function Passkeys({ security: { passkeys }, onAdded }: Part) {
  const { now } = useShownPage()
  const remove = useRemove()
  const { run, pending, problem } = usePasskey(async () => {
    const { startRegistration } = await import('@simplewebauthn/browser')
    const options = await callApi('POST /api/account/passkeys/options')
    const response = await startRegistration({ optionsJSON: options })
    const name = deviceName(navigator.userAgent)
    const { recoveryCodes } = await callApi('POST /api/account/passkeys', {
      body: { name, response: { ...response, response: { ...response.response } } },
    })
    toast({ title: 'Passkey added', description: 'You can now sign in with it.' })
    onAdded(recoveryCodes)
  })
  return (
    <Kind
      title="Passkeys"
      lead="Your fingerprint, face, screen lock or a security key. The safest and fastest way."
    >
      <PasskeyHost />
      {problem !== undefined && <Alert tone="danger">{problem}</Alert>}
      {passkeys.length > 0 && (
        <ul className="flex flex-col">
          {passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
            <ListItem
              key={id}
              label={`Remove the passkey of ${name}`}
              button="Remove"
              onClick={() => remove.run(id)}
            >
              <p className="font-medium">{name}</p>
              <p className="text-xs text-muted">
                Added {ageLabel(createdAt, now).toLowerCase()}
                {lastUsedAt !== null && <>, last used {ageLabel(lastUsedAt, now).toLowerCase()}</>}
              </p>
            </ListItem>
          ))}
        </ul>
      )}
      <Button look="secondary" className="self-start" aria-disabled={pending} onClick={run}>
        {pending ? 'Waiting for your device...' : 'Add a passkey'}
      </Button>
    </Kind>
  )
}

function Authenticator({ security: { authenticatorSince }, onAdded }: Part) {
  const { now } = useShownPage()
  const remove = useRemove()
  const begin = useAction({
    call: () => callApi('POST /api/account/authenticator'),
    failure: 'We could not add the app',
  })
  return (
    <Kind title="Authenticator app" lead="Six digits from an app on your phone.">
      {authenticatorSince !== null ? (
        <ul>
          <ListItem
            label="Remove the authenticator app"
            button="Remove"
            onClick={() => remove.run('authenticator')}
          >
            <p className="font-medium">Authenticator app</p>
            <p className="text-xs text-muted">
              Added {ageLabel(authenticatorSince, now).toLowerCase()}
            </p>
          </ListItem>
        </ul>
      ) : begin.data ? (
        <SetUp authenticator={begin.data} onAdded={onAdded} />
      ) : (
        <ActionButton
          label="Set up an authenticator app"
          action={begin}
          look="secondary"
          className="self-start"
        />
      )}
    </Kind>
  )
}

type SetUpProps = {
  authenticator: ResponseOf<'POST /api/account/authenticator'>
  onAdded: (codes: Codes) => void
}

function SetUp({ authenticator: { secret, qr, uri }, onAdded }: SetUpProps) {
  return (
    <div className="flex flex-col gap-4">
      <p>
        Scan this picture with your authenticator app, then type the six digits that the app shows.
      </p>
      {/* Black on white in both themes: cameras expect it. */}
      <svg
        role="img"
        aria-label="QR code for your authenticator app"
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        className="w-48 rounded-sm"
        shapeRendering="crispEdges"
      >
        <rect width={qr.size} height={qr.size} fill="#fff" />
        <path d={qr.path} fill="#000" />
      </svg>
      <p className="text-xs text-muted">
        On this phone,{' '}
        <a href={uri} className="text-link">
          open the app
        </a>
        , or type the key:
        <code className="mt-1 block text-sm font-medium text-ink">
          {secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
        </code>
      </p>
      <CodeForm
        label="Add the app"
        hint="Six digits"
        submit={({ code = '' }) => callApi('PUT /api/account/authenticator', { body: { code } })}
        done={({ recoveryCodes }) => {
          toast({
            title: 'Authenticator app added',
            description: 'You need a code each time you sign in.',
          })
          onAdded(recoveryCodes)
        }}
      />
    </div>
  )
}

type RenewProps = { left: number; onRenewed: (codes: Codes) => void }

function RecoveryCodes({ left, onRenewed }: RenewProps) {
  const renew = useAction({
    call: () => callApi('POST /api/account/recovery-codes'),
    done: ({ recoveryCodes }) => onRenewed(recoveryCodes),
    failure: 'We could not make new codes',
  })
  return (
    <Kind
      title="Recovery codes"
      lead={`For when you do not have your phone or passkey. You have ${left} left.`}
    >
      <ActionButton
        label="Make new recovery codes"
        action={renew}
        look="secondary"
        className="self-start"
      />
    </Kind>
  )
}

function NewCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${site.name} recovery codes\n\n${codes.join('\n')}\n`)}`
  const actions = (
    <>
      <a
        href={file}
        download={`${site.name.toLowerCase()}-recovery-codes.txt`}
        className={buttonClass('secondary')}
      >
        Save as a file
      </a>
      <Button label="I saved the codes" onClick={onClose} />
    </>
  )
  return (
    <Dialog open onClose={onClose} title="Your recovery codes" footer={actions}>
      <p>
        Keep these codes in a safe place. Each one signs you in once without your second step. We
        show them only now.
      </p>
      <ul className="mt-4 grid grid-cols-1 gap-x-6 gap-y-1 font-mono sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Dialog>
  )
}

type KindProps = { title: string; lead: string; children: ReactNode }

const Kind = ({ title, lead, children }: KindProps) => (
  <section className="flex flex-col gap-3">
    <div>
      <h2 className="font-semibold">{title}</h2>
      <p className="text-xs text-muted">{lead}</p>
    </div>
    {children}
  </section>
)
