import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from '#ui/toast.ts'
import { ApiError, callApi } from '#web/lib/api.ts'
import { refusalOf } from '#web/lib/form/refusal.ts'
import type { Draft, SaveDraft, SaveNewDraft } from '../contract-drafts.ts'
import { draftQuery, draftsQuery } from './queries.ts'

/** The form as the account keeps it: saved anew, and again from then on. */
export function useServerDraft(draft: Draft | undefined, onSaved: (id: string) => void) {
  const queryClient = useQueryClient()
  const [known, setKnown] = useState<Pick<Draft, 'id' | 'updatedAt'> | undefined>(draft)
  const [isSaving, setSaving] = useState(false)

  /** Answers whether it is safe now. */
  async function save(form: object): Promise<boolean> {
    if (isSaving) return false
    setSaving(true)
    try {
      const saved = await send(form)
      setKnown(saved)
      queryClient.setQueryData(draftQuery(saved.id).queryKey, saved)
      void queryClient.invalidateQueries({ queryKey: draftsQuery.queryKey })
      toast({ title: 'Draft saved', description: 'Only you can see it.' })
      onSaved(saved.id)
      return true
    } catch (error) {
      refuse(error)
      return false
    } finally {
      setSaving(false)
    }
  }

  function send(form: object): Promise<Draft> {
    if (!known) return callApi<SaveNewDraft>({ method: 'POST', url: '/api/posting-drafts', body: { kind: 'account', form } })
    const url = `/api/posting-drafts/${known.id}`
    return callApi<SaveDraft>({ method: 'PUT', url, body: { form, updatedAt: known.updatedAt } })
  }

  function refuse(error: unknown): void {
    const title = 'Failed to save the draft'
    const current = error instanceof ApiError ? (error.current as Draft | undefined) : undefined
    // Whoever saves once more has been told.
    if (current) setKnown(current)
    const stale = 'It was saved elsewhere in the meantime. Save it again to overwrite that, or reload the page to see it.'
    toast({ title, description: current ? stale : refusalOf(error, { title }).message, tone: 'danger' })
  }

  return { id: known?.id, isSaving, save }
}
