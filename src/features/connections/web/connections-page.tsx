import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { unlistedHead } from '#features/site/page-head.ts'
import { connectionsPath, developersPath, teamPath } from '#shared/paths.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { CheckboxGroup } from '#ui/fieldset.tsx'
import { LabeledSection } from '#ui/layout.tsx'
import { rowClass, Rows } from '#ui/rows.tsx'
import { ActionButton, useAction } from '#platform/web/action.tsx'
import { apiQuery, callApi } from '#platform/web/api.ts'
import { knownUser } from '#platform/web/current-user.ts'
import { organizationQuery, PosterDesk } from '#platform/web/desk-tabs.tsx'
import { ApiForm, FormField, SubmitButton } from '#platform/web/form/api-form.tsx'
import { useApiForm } from '#platform/web/form/use-api-form.ts'
import { TextLink, type PageArgs } from '#platform/web/navigation.tsx'
import { Loaded, LocalTime } from '#platform/web/page-parts.tsx'
import { entriesOf, keysOf } from '#shared/keys.ts'
import type { Connections } from '../contract.ts'
import { deliveryDays, hookEvents } from '#features/api/model.ts'
import { maxHooks, maxKeys, scopeLabels } from '../model.ts'
import { hookSchema, keySchema } from '../schemas.ts'

type HookView = Connections['hooks'][number]

const refreshMs = 3000

/** While a delivery waits, what became of it is looked for. */
const connectionsQuery = {
  ...apiQuery('GET /api/connections'),
  refetchInterval: ({ state }: { state: { data?: Connections | undefined } }) =>
    state.data?.hooks.some(({ deliveries }) =>
      deliveries.some(({ state: now }) => now === 'waiting'),
    )
      ? refreshMs
      : false,
} as const
const changes = ['GET /api/connections'] as const

export async function load({ queryClient }: PageArgs): Promise<void> {
  if (knownUser(queryClient)) await queryClient.prefetchQuery(organizationQuery)
}

export const head = unlistedHead(
  'Keys and hooks',
  'Connect your own systems with postings and applications.',
  connectionsPath,
)

export const Page = () => (
  <PosterDesk
    purpose="connect your own systems"
    denied="Only employers and recruiters connect systems."
    className="flex flex-col gap-10"
  >
    <header className="max-w-prose">
      <h1 className="text-xl font-bold">Keys and hooks</h1>
      <p className="mt-2 text-muted">
        Your applicant tracking system or website posts, reads and closes by itself.{' '}
        <TextLink to={developersPath}>How programs do that</TextLink>
      </p>
    </header>
    <Loaded
      query={useQuery(organizationQuery)}
      failure="Failed to load your organization. Please try again."
    >
      {({ seat }) =>
        seat === 'owner' ? (
          <ForOwners />
        ) : (
          <p>
            Only owners of the organization connect systems. Ask one of{' '}
            <TextLink to={teamPath}>your team</TextLink>.
          </p>
        )
      }
    </Loaded>
  </PosterDesk>
)

const ForOwners = () => (
  <Loaded
    query={useQuery(connectionsQuery)}
    failure="Failed to load your keys and hooks. Please try again."
  >
    {({ keys, hooks }) => (
      <>
        <Keys keys={keys} />
        <Hooks hooks={hooks} />
      </>
    )}
  </Loaded>
)

type Secret = { title: string; about: string; secret: string }

/** The only time that a secret is shown. */
const SecretDialog = ({ title, about, secret, onClose }: Secret & { onClose: () => void }) => (
  <Dialog
    open
    onClose={onClose}
    title={title}
    footer={<Button label="I saved it" onClick={onClose} />}
  >
    <p>{about} We show it only now, so copy it to where the program reads it.</p>
    <p className="mt-4 rounded-sm bg-sunken p-4 font-mono text-xs break-all select-all">{secret}</p>
  </Dialog>
)

function Keys({ keys }: Pick<Connections, 'keys'>) {
  const [secret, setSecret] = useState<string>()
  const form = useApiForm({
    schema: keySchema,
    defaults: { name: '', scope: 'postings' },
    submit: (body) => callApi('POST /api/connections/keys', { body }),
    done(made) {
      setSecret(made.secret)
      form.hook.reset()
    },
    changes,
    failure: { title: 'The key was not made' },
  })
  const revoke = useAction<string>({
    call: (id) => callApi('DELETE /api/connections/:id', { params: { id } }),
    done: { title: 'Key revoked' },
    failure: 'The key was not revoked',
    changes,
  })
  return (
    <LabeledSection title="Keys" className="flex flex-col gap-4">
      <p className="max-w-prose text-muted">
        A program with a key acts for you, as long as you are an owner here. Give each program its
        own.
      </p>
      {keys.length === 0 ? (
        <p>No keys yet.</p>
      ) : (
        <Rows label="Keys">
          {keys.map((key) => (
            <li key={key.id} className={rowClass}>
              <div className="min-w-0">
                <p className="font-semibold break-words">{key.name}</p>
                <p className="text-xs text-muted">{scopeLabels[key.scope]}</p>
                <p className="text-xs text-muted">
                  {key.madeBy}, <LocalTime at={key.createdAt} /> ·{' '}
                  {key.usedAt === null ? (
                    'never used'
                  ) : (
                    <>
                      last used <LocalTime at={key.usedAt} />
                    </>
                  )}
                </p>
                {!key.works && (
                  <p className="text-xs text-danger">
                    Stopped: its maker is suspended, or no longer an owner
                  </p>
                )}
              </div>
              <ActionButton
                label="Revoke"
                about={key.name}
                action={revoke}
                input={key.id}
                ask={`Revoke “${key.name}”? The next call with it is refused.`}
                look="danger"
                size="sm"
              />
            </li>
          ))}
        </Rows>
      )}
      {keys.length < maxKeys && (
        <ApiForm
          form={form}
          label="Make a key"
          className="grid max-w-prose items-start gap-4 sm:grid-cols-[minmax(0,1fr)_21rem]"
        >
          <FormField form={form} name="name" label="Name of the program" required />
          <FormField
            form={form}
            name="scope"
            label="For"
            required
            select={{ options: scopeLabels }}
          />
          <SubmitButton
            label="Make a key"
            form={form}
            pendingLabel="Making..."
            className="justify-self-start"
          />
        </ApiForm>
      )}
      {secret !== undefined && (
        <SecretDialog
          title="Your new key"
          about="The program sends this key with each call."
          secret={secret}
          onClose={() => setSecret(undefined)}
        />
      )}
    </LabeledSection>
  )
}

function Hooks({ hooks }: Pick<Connections, 'hooks'>) {
  const [secret, setSecret] = useState<string>()
  const form = useApiForm({
    schema: hookSchema,
    defaults: { url: '', events: keysOf(hookEvents) },
    submit: (body) => callApi('POST /api/connections/hooks', { body }),
    done(made) {
      setSecret(made.secret)
      form.hook.reset()
    },
    changes,
    failure: { title: 'The hook was not added' },
  })
  return (
    <LabeledSection title="Hooks" className="flex flex-col gap-4">
      <p className="max-w-prose text-muted">
        We call an address of yours, within a minute or two of an event.
      </p>
      {hooks.length === 0 ? (
        <p>No hooks yet.</p>
      ) : (
        <Rows label="Hooks">
          {hooks.map((hook) => (
            <Hook key={hook.id} hook={hook} />
          ))}
        </Rows>
      )}
      {hooks.length < maxHooks && (
        <ApiForm form={form} label="Add a hook" className="flex max-w-prose flex-col gap-4">
          <FormField
            form={form}
            name="url"
            label="Address"
            hint="Of your system, beginning with https://"
            required
            input={{ type: 'url', autoComplete: 'off' }}
          />
          <CheckboxGroup
            legend="Events"
            options={entriesOf(hookEvents).map(([value, label]) => ({ value, label }))}
            {...form.group('events')}
          />
          <SubmitButton
            label="Add a hook"
            form={form}
            pendingLabel="Adding..."
            className="self-start"
          />
        </ApiForm>
      )}
      {secret !== undefined && (
        <SecretDialog
          title="The secret of your new hook"
          about="With this secret your system checks that a call is ours."
          secret={secret}
          onClose={() => setSecret(undefined)}
        />
      )}
    </LabeledSection>
  )
}

function Hook({ hook: { id, url, events, createdAt, isOff, deliveries } }: { hook: HookView }) {
  const [isOpen, setOpen] = useState(false)
  const test = useDelivering(id, {
    title: 'Test sent',
    description: 'The log shows what your system answered.',
  })
  const remove = useAction({
    call: () => callApi('DELETE /api/connections/:id', { params: { id } }),
    done: { title: 'Hook deleted' },
    failure: 'The hook was not deleted',
    changes,
  })
  return (
    <li className="flex flex-col gap-3 p-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="font-semibold break-all">{url}</p>
          <p className="text-xs text-muted">
            {events.join(', ')} · since <LocalTime at={createdAt} />
          </p>
          {isOff && (
            <p className="text-xs text-danger">
              Switched off: your system answered that it takes no more (410)
            </p>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          <Button
            label={isOpen ? 'Hide log' : 'Show log'}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            look="secondary"
            size="sm"
          />
          <ActionButton
            label={isOff ? 'Switch on and test' : 'Send a test'}
            about={url}
            action={test}
            input={null}
            look="secondary"
            size="sm"
          />
          <ActionButton
            label="Delete"
            about={url}
            action={remove}
            ask="Delete this hook with its log? Your system hears no more."
            look="danger"
            size="sm"
          />
        </div>
      </div>
      {isOpen && (
        <Rows label="Deliveries">
          {deliveries.map((delivery) => (
            <DeliveryRow key={delivery.id} hookId={id} delivery={delivery} />
          ))}
        </Rows>
      )}
      {isOpen && deliveries.length === 0 && (
        <p className="text-muted">Nothing was sent in the last {deliveryDays} days.</p>
      )}
    </li>
  )
}

const useDelivering = (id: string, done: { title: string; description?: string }) =>
  useAction<string | null>({
    call: (delivery) =>
      callApi('POST /api/connections/hooks/:id/deliveries', {
        params: { id },
        body: { ...(delivery !== null && { delivery }) },
      }),
    done,
    failure: 'Nothing was sent',
    changes,
  })

type Delivery = HookView['deliveries'][number]

const stateTexts: Record<Delivery['state'], string> = {
  delivered: 'Delivered',
  waiting: 'Waiting',
  failed: 'Given up',
}

function DeliveryRow({ hookId, delivery }: { hookId: string; delivery: Delivery }) {
  const { id, event, happenedAt, attempts, answer, nextAt, state } = delivery
  const again = useDelivering(hookId, { title: 'Sent again' })
  return (
    <li className={rowClass}>
      <div className="min-w-0 text-xs">
        <p>
          <code>{event}</code> · <LocalTime at={happenedAt} />
        </p>
        <p className={`break-words ${state === 'failed' ? 'text-danger' : 'text-muted'}`}>
          {stateTexts[state]}
          {answer !== null && ` · ${answer}`}
          {attempts > 1 && ` · ${attempts} tries`}
          {attempts > 0 && nextAt !== null && (
            <>
              {' '}
              · again <LocalTime at={nextAt} />
            </>
          )}
        </p>
      </div>
      <ActionButton
        label="Send again"
        about={event}
        action={again}
        input={id}
        look="secondary"
        size="sm"
      />
    </li>
  )
}
