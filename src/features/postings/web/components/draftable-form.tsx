import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import type { Draft } from '#features/postings/contract-dashboard.ts'
import { isSame } from '#features/postings/posting-form.ts'
import type { InputOf } from '#shared/contract.ts'
import { employerDashboardPath } from '#shared/paths.ts'
import { Alert } from '#ui/feedback.tsx'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast.ts'
import { ApiError, callApi } from '#platform/web/api.ts'
import { ApiForm, SubmitButton } from '#platform/web/form/api-form.tsx'
import { refusalOf } from '#platform/web/form/problems.ts'
import { useApiForm, type AnyForm } from '#platform/web/form/use-api-form.ts'
import { LocalTime } from '#platform/web/page-parts.tsx'
import { LinkButton } from '#platform/web/navigation.tsx'
import { useLocalDraft, type LocalDraft } from '../local-draft.ts'
import { draftQuery, draftsQuery } from '../queries.ts'
import { FormColumns, RestoredDraft } from './form-frame.tsx'

type DraftedOptions<Output, Answer> = {
  /** The draft that fills the form. */
  draft: Draft | undefined
  /** Form values of a draft. */
  read: (draft: Draft | undefined) => FieldValues
  schema: z.ZodType<Output, FieldValues>
  storageName: string
  onSaved: (id: string) => void
  post: (form: Output & { idempotencyKey: string; draftId: string | undefined }) => Promise<Answer>
  done: (answer: Answer) => void
}

/** A form that is stored in the browser while it is typed, and as a draft of the account on demand. */
export function useDraftedForm<Output, Answer>({
  draft,
  read,
  schema,
  onSaved,
  post,
  done,
  ...given
}: DraftedOptions<Output, Answer>) {
  const queryClient = useQueryClient()
  const [defaults] = useState(() => read(draft))
  const [storageName] = useState(given.storageName)
  const saved = useServerDraft(draft, onSaved)
  const form = useApiForm<FieldValues, Output, Answer>({
    schema,
    defaults,
    submit: (body) => typed.send((idempotencyKey) => post({ ...body, idempotencyKey, draftId: saved.id })),
    done(answer) {
      typed.forget()
      void queryClient.invalidateQueries({ queryKey: draftsQuery.queryKey })
      done(answer)
    },
    leavesPage: true,
    failure: { title: 'Failed to post job' },
  })
  const typed: LocalDraft = useLocalDraft(form, storageName, defaults, (from) => {
    if (draft && !isSame(from, defaults)) saved.merge(draft)
  })
  return { form: form as AnyForm, typed, saved, defaults, read }
}

type DraftableProps = {
  drafted: ReturnType<typeof useDraftedForm>
  aside: ReactNode
  preview?: ReactNode
  help?: ReactNode
  children: ReactNode
}

/** A form that can be posted, saved as a draft and restored. */
export function DraftableForm({ drafted, aside, preview, help, children }: DraftableProps) {
  const { form, typed, saved, defaults, read } = drafted
  async function saveAsDraft(over?: Draft): Promise<void> {
    const values = { ...defaults, ...form.hook.getValues() }
    if (!(await saved.save(values, over))) return
    typed.rebase(values)
    typed.forget()
  }

  function takeTheirs(theirs: Draft): void {
    saved.take(theirs)
    typed.rebase(read(theirs))
    typed.discard()
  }

  return (
    <ApiForm form={form} label="Post a Job">
      <RestoredDraft isRestored={typed.isRestored} onDiscard={typed.discard} />
      <FormColumns
        aside={aside}
        actions={
          <>
            <DraftConflict {...saved} onKeepMine={(over) => void saveAsDraft(over)} onTakeTheirs={takeTheirs} />
            <div className="flex flex-wrap gap-3">
              <SubmitButton label="Post Job" form={form} size="lg" pendingLabel="Submitting..." />
              <Button
                label={saved.isSaving ? 'Saving...' : 'Save as Draft'}
                look="secondary"
                size="lg"
                disabled={!form.ready}
                aria-disabled={saved.isSaving}
                onClick={() => void saveAsDraft()}
              />
              {preview}
              <LinkButton label="Cancel" to={employerDashboardPath} look="quiet" size="lg" />
            </div>
            {help}
          </>
        }
      >
        {children}
      </FormColumns>
    </ApiForm>
  )
}

type ConflictProps = {
  theirs: Draft | undefined
  isSaving: boolean
  onKeepMine: (over: Draft) => void
  onTakeTheirs: (theirs: Draft) => void
}

/** Another tab or device has saved the draft: asks which version stays. */
function DraftConflict({ theirs, isSaving, onKeepMine, onTakeTheirs }: ConflictProps) {
  if (!theirs) return null
  return (
    <Alert
      tone="danger"
      title="This draft was saved elsewhere in the meantime"
      action={
        <div className="flex flex-wrap gap-2">
          <Button look="secondary" size="sm" aria-disabled={isSaving} onClick={() => onKeepMine(theirs)}>
            Save Mine Instead
          </Button>
          <Button label="Show What Was Saved" look="secondary" size="sm" onClick={() => onTakeTheirs(theirs)} />
        </div>
      }
    >
      In another tab or on another device, <LocalTime at={theirs.updatedAt} />. We changed nothing on this page. Choose which
      version to save.
    </Alert>
  )
}

type Known = Pick<Draft, 'id' | 'updatedAt'>
type Form = InputOf<'PUT /api/posting-drafts/:id'>['body']['form']

const failed = 'Failed to save the draft'
const elsewhere = 'It was saved elsewhere in the meantime. Choose which of the two stays.'

/** The form as a draft of the account: inserted by the first save, updated by later ones. */
function useServerDraft(draft: Draft | undefined, onSaved: (id: string) => void) {
  const queryClient = useQueryClient()
  const [known, setKnown] = useState<Known | undefined>(draft)
  /** The version saved elsewhere while this form was open. Neither is overwritten until the user decides. */
  const [theirs, setTheirs] = useState<Draft>()
  const [isSaving, setSaving] = useState(false)

  /** True if the draft was saved; `over` is the version that may be overwritten. */
  async function save(form: Form, over?: Draft): Promise<boolean> {
    if (isSaving) return false
    if (theirs && !over) return toastError(elsewhere)
    setSaving(true)
    try {
      const saved = await send(form, over ?? known)
      take(saved)
      void queryClient.invalidateQueries({ queryKey: draftsQuery.queryKey })
      toast({ title: 'Draft saved', description: 'Only you can see it.' })
      onSaved(saved.id)
      return true
    } catch (error) {
      return refuse(error)
    } finally {
      setSaving(false)
    }
  }

  function send(form: Form, over: Known | undefined): Promise<Draft> {
    if (!over) return callApi('POST /api/posting-drafts', { body: { kind: 'account', form } })
    return callApi('PUT /api/posting-drafts/:id', {
      params: { id: over.id },
      body: { form, updatedAt: over.updatedAt },
    })
  }

  /** The form now edits this draft. */
  function take(current: Draft): void {
    setKnown(current)
    setTheirs(undefined)
    queryClient.setQueryData(draftQuery(current.id).queryKey, current)
  }

  function refuse(error: unknown): false {
    const current = error instanceof ApiError ? (error.current as Draft | undefined) : undefined
    if (current) setTheirs(current)
    return toastError(current ? elsewhere : refusalOf(error, { title: failed }).message)
  }

  return { id: known?.id, isSaving, theirs, save, take, merge: setTheirs }
}

function toastError(description: string): false {
  toast({ title: failed, description, tone: 'danger' })
  return false
}
