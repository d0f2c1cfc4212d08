import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import type { Draft } from '#features/postings/contract-dashboard.ts'
import { isSame } from '#features/postings/posting-form.ts'
import type { InputOf } from '#shared/contract.ts'
import { employerDashboardPath } from '#shared/paths.ts'
import { Button } from '#ui/button.tsx'
import { useAction } from '#platform/web/action.tsx'
import { ApiError, callApi } from '#platform/web/api.ts'
import { ApiForm, SubmitButton } from '#platform/web/form/api-form.tsx'
import { useApiForm, type AnyForm } from '#platform/web/form/use-api-form.ts'
import { LinkButton } from '#platform/web/navigation.tsx'
import { useLocalDraft, type LocalDraft } from '../local-draft.ts'
import { draftsQuery } from '../queries.ts'
import { FormColumns, RestoredDraft } from './form-frame.tsx'
import { FormPreview } from './posting-preview.tsx'

/** The form, what it started with, and the draft that it is saved as. */
export type ShownForm = { form: AnyForm; defaults: FieldValues; draftId: string | undefined }

type Props<Output, Answer> = {
  /** The draft that fills the form. */
  draft: Draft | undefined
  /** The form's initial values. */
  initial: () => FieldValues
  schema: z.ZodType<Output, FieldValues>
  /** The form's name in the browser's storage; drafts have names of their own. */
  storageName: string
  /** What the form does not ask for is read from its texts. */
  isShort?: boolean
  /** Called with the id of a saved draft. */
  onSaved: (id: string) => void
  post: (form: Output & { idempotencyKey: string; draftId: string | undefined }) => Promise<Answer>
  done: (answer: Answer) => void
  /** The fields, and the column next to them. */
  children: (shown: ShownForm) => { fields: ReactNode; aside: ReactNode }
}

/**
 * A form that can be posted: stored in the browser while it is typed, and as a draft of the account
 * on demand.
 */
export function DraftableForm<Output, Answer>({
  draft,
  initial,
  schema,
  storageName: formName,
  isShort = false,
  onSaved,
  post,
  done,
  children,
}: Props<Output, Answer>) {
  const queryClient = useQueryClient()
  const [defaults] = useState(initial)
  const [storedDraft, setStoredDraft] = useState(draft?.id)
  const storageName = [formName, storedDraft].filter(Boolean).join(':')
  const [known, setKnown] = useState(draft)
  const form = useApiForm<FieldValues, Output, Answer>({
    schema,
    defaults,
    submit: (body) =>
      typed.send((idempotencyKey) => post({ ...body, idempotencyKey, draftId: known?.id })),
    done(answer) {
      typed.forget()
      // Once this page is left: it shows the draft that is gone.
      void queryClient.invalidateQueries({ queryKey: draftsQuery.queryKey, refetchType: 'none' })
      done(answer)
    },
    leavesPage: true,
    failure: { title: 'Failed to post job' },
  })
  // What was typed into another version of the draft becomes a draft of its own.
  const typed: LocalDraft = useLocalDraft(form, storageName, defaults, (from) => {
    const stored = Object.entries(draft?.form ?? {}).filter(([, value]) => value !== '')
    if (!stored.every(([field]) => isSame(from[field], defaults[field]))) setKnown(undefined)
  })
  const save = useAction({
    async call() {
      const values = { ...defaults, ...form.hook.getValues() }
      const saved = await storeDraft(known, draft?.kind ?? 'account', values)
      await queryClient.invalidateQueries({ queryKey: draftsQuery.queryKey })
      return { values, saved }
    },
    done({ values, saved }) {
      setKnown(saved)
      setStoredDraft(saved.id)
      typed.rebase(values)
      typed.forget()
      onSaved(saved.id)
      const isOther = known !== undefined && saved.id !== known.id
      return {
        title: isOther ? 'Saved as another draft' : 'Draft saved',
        description: isOther
          ? 'You changed or deleted the first draft elsewhere in the meantime.'
          : 'Only you can see it.',
      }
    },
    failure: 'Failed to save the draft',
  })
  const { fields, aside } = children({ form, defaults, draftId: known?.id })

  return (
    <ApiForm form={form} label="Post a Job">
      <RestoredDraft isRestored={typed.isRestored} onDiscard={typed.discard} />
      <FormColumns
        aside={aside}
        actions={
          <>
            <SubmitButton label="Post Job" form={form} size="lg" pendingLabel="Submitting..." />
            <Button
              label={save.isPending ? 'Saving...' : 'Save as Draft'}
              look="secondary"
              size="lg"
              disabled={!form.ready}
              aria-disabled={save.isPending}
              onClick={() => save.run()}
            />
            <FormPreview
              isShort={isShort}
              read={() => ({ ...defaults, ...form.hook.getValues() })}
            />
            <LinkButton label="Cancel" to={employerDashboardPath} look="quiet" size="lg" />
          </>
        }
      >
        {fields}
      </FormColumns>
    </ApiForm>
  )
}

type Form = InputOf<'PUT /api/posting-drafts/:id'>['body']['form']

/** A draft that was saved or deleted elsewhere is not overwritten. */
async function storeDraft(known: Draft | undefined, kind: Draft['kind'], form: Form) {
  const insert = () => callApi('POST /api/posting-drafts', { body: { kind, form } })
  if (!known) return insert()
  const { id, updatedAt } = known
  try {
    return await callApi('PUT /api/posting-drafts/:id', {
      params: { id },
      body: { form, updatedAt },
    })
  } catch (error) {
    if (error instanceof ApiError && (error.code === 'CONFLICT' || error.code === 'NOT_FOUND'))
      return insert()
    throw error
  }
}
