import { useRef, useState } from 'react'
import { toast } from '#ui/toast.ts'
import { ApiError } from './api.ts'

/** Ignores clicks while a call is under way. A failure is a toast: the server's words for a conflict or something missing, else `failure`. */
export function useOneAtATime() {
  const isRunning = useRef(false)
  const [isBusy, setBusy] = useState(false)

  async function run(failure: string, action: () => Promise<void>): Promise<void> {
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    try {
      await action()
    } catch (error) {
      const says = error instanceof ApiError && (error.code === 'CONFLICT' || error.code === 'NOT_FOUND')
      toast({ title: 'Error', description: says ? error.message : failure, tone: 'danger' })
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }

  return { isBusy, run }
}
