import type { ReactNode } from 'react'
import { likenessTexts } from '#features/moderation/model.ts'
import type { QueueItem } from '#features/moderation/contract.ts'
import { ActionButton, useAction } from '#platform/web/action.tsx'
import { AdministratorsOnly } from '#platform/web/admin-page.tsx'
import { callApi } from '#platform/web/api.ts'
import { queueCalls } from '../queries.ts'

/** Whether the posting comes from whom it names: a known employer beside it that looks alike, and the way to vouch for its domain. */
export function EmployerDoubts({ item: { lookalike, vouch } }: { item: QueueItem }) {
  return (
    <>
      {lookalike && (
        // No landmarks: several rows have one.
        <div role="group" aria-label="Look-alike" className="mt-3 rounded-sm border-l-4 border-danger bg-danger-wash p-3">
          <h3 className="text-sm font-semibold">Look-alike: {likenessTexts[lookalike.why].toLowerCase()}</h3>
          <SideBySide
            rows={[
              {
                label: 'Name',
                one: { title: 'This posting', text: lookalike.shown.employer },
                other: { title: 'Known employer', text: lookalike.known.employer },
              },
              {
                label: 'Domain',
                one: { title: 'This posting', text: lookalike.shown.domain ?? '' },
                other: { title: 'Known employer', text: lookalike.known.domain ?? '' },
              },
            ]}
          />
        </div>
      )}
      {vouch && (
        <AdministratorsOnly>
          <Vouch {...vouch} />
        </AdministratorsOnly>
      )}
    </>
  )
}

function Vouch({ domain, employer }: { domain: string; employer: string }) {
  const vouch = useAction({
    call: () => callApi('POST /api/admin/vouched-employers', { body: { domain, employer } }),
    done: { title: 'Trusted', description: `${domain} for ${employer}. What waits already still needs your decision.` },
    changes: queueCalls,
  })
  return (
    <p className="mt-3">
      <ActionButton action={vouch} size="sm" look="secondary">
        <span className="text-left break-all whitespace-normal">
          Trust {domain} for {employer}
        </span>
      </ActionButton>
    </p>
  )
}

/** An edit as the difference to what visitors see now. */
export function WaitingChanges({ item: { edit } }: { item: QueueItem }) {
  if (!edit) return null
  return (
    <div role="group" aria-label="Changes" className="mt-3">
      <SideBySide
        rows={edit.changes.map(({ label, before, after }) => ({
          label,
          one: { title: 'Public now', text: before },
          other: { title: 'Would become', text: after },
        }))}
      />
    </div>
  )
}

type Side = { title: string; text: string }

function SideBySide({ rows }: { rows: readonly { label: string; one: Side; other: Side }[] }) {
  return (
    <dl className="mt-2 flex flex-col gap-3">
      {rows.map(({ label, one, other }) => (
        <div key={label}>
          <dt className="text-xs font-semibold text-muted">{label}</dt>
          <dd className="mt-1 grid gap-2 sm:grid-cols-2">
            {[one, other].map(({ title, text }) => (
              <Cell key={title} title={title}>
                {text === '' ? <span className="text-muted">Nothing</span> : text}
              </Cell>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const Cell = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="min-w-0 rounded-sm border border-line bg-surface p-2">
    <p className="text-xs text-muted">{title}</p>
    <p className="max-h-64 overflow-y-auto break-words whitespace-pre-line">{children}</p>
  </div>
)
