import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from '#ui/toast.ts'
import { ApiError, callApi } from '#web/lib/api.ts'
import { refusalOf } from '#web/lib/form/refusal.ts'
import type { Draft, SaveDraft, SaveNewDraft } from '../contract-drafts.ts'
import { draftQuery, draftsQuery } from './queries.ts'

type Known = Pick<Draft, 'id' | 'updatedAt'>

const failed = 'Failed to save the draft'
const elsewhere = 'It was saved elsewhere in the meantime. Choose which of the two stays.'

/** The form as the account keeps it: saved anew, and again from then on. */
export function useServerDraft(draft: Draft | undefined, onSaved: (id: string) => void) {
  const queryClient = useQueryClient()
  const [known, setKnown] = useState<Known | undefined>(draft)
  /** What was saved elsewhere while this form was typed in. Until somebody says which of the two stays, neither is overwritten. */
  const [theirs, setTheirs] = useState<Draft>()
  const [isSaving, setSaving] = useState(false)

  /** Answers whether it is safe now; `over` is what may be overwritten for it. */
  async function save(form: object, over?: Draft): Promise<boolean> {
    if (isSaving) return false
    if (theirs && !over) return tell(elsewhere)
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

  function send(form: object, over: Known | undefined): Promise<Draft> {
    if (!over) return callApi<SaveNewDraft>({ method: 'POST', url: '/api/posting-drafts', body: { kind: 'account', form } })
    const url = `/api/posting-drafts/${over.id}`
    return callApi<SaveDraft>({ method: 'PUT', url, body: { form, updatedAt: over.updatedAt } })
  }

  /** The form is about this one now. */
  function take(current: Draft): void {
    setKnown(current)
    setTheirs(undefined)
    queryClient.setQueryData(draftQuery(current.id).queryKey, current)
  }

  function refuse(error: unknown): false {
    const current = error instanceof ApiError ? (error.current as Draft | undefined) : undefined
    if (current) setTheirs(current)
    return tell(current ? elsewhere : refusalOf(error, { title: failed }).message)
  }

  return { id: known?.id, isSaving, theirs, save, take, meet: setTheirs }
}

function tell(description: string): false {
  toast({ title: failed, description, tone: 'danger' })
  return false
}
