import { likenessTexts } from '#features/moderation/model.ts'
import type { QueueItem } from '#features/moderation/contract.ts'
import { ActionButton, useAction } from '#platform/web/action.tsx'
import { AdministratorsOnly } from '#platform/web/admin-page.tsx'
import { callApi } from '#platform/web/api.ts'
import { DataTable } from '#ui/data-table.tsx'
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
            caption="Look-alike"
            sides={['This posting', 'Known employer']}
            rows={[
              { label: 'Name', one: lookalike.shown.employer, other: lookalike.known.employer },
              { label: 'Domain', one: lookalike.shown.domain, other: lookalike.known.domain },
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
  const rows = edit.changes.map(({ label, before, after }) => ({ label, one: before, other: after }))
  return (
    <div role="group" aria-label="Changes" className="mt-3">
      <SideBySide caption="Changes" sides={['Public now', 'Would become']} rows={rows} />
    </div>
  )
}

type Row = { label: string; one: string | null; other: string | null }

const SideBySide = ({ caption, sides, rows }: { caption: string; sides: readonly [string, string]; rows: readonly Row[] }) => (
  <DataTable
    caption={caption}
    rows={rows}
    rowKey={({ label }) => label}
    columns={[
      { header: 'What', isRowHeader: true, cell: ({ label }) => label },
      { header: sides[0], cell: ({ one }) => textOf(one) },
      { header: sides[1], cell: ({ other }) => textOf(other) },
    ]}
  />
)

const textOf = (text: string | null) =>
  text ? <span className="break-words whitespace-pre-line">{text}</span> : <span className="text-muted">Nothing</span>
