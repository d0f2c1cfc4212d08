import { expect, test } from 'vitest'
import { currentToast, dismissToast, subscribeToToasts, toast } from './toast.ts'

test('a toast goes by its own number only, and all listeners hear of each change', () => {
  const heard: (string | undefined)[] = []
  const stop = subscribeToToasts(() => void heard.push(currentToast()?.title))
  toast({ title: 'First' })
  const first = currentToast()
  toast({ title: 'Second', tone: 'danger' })
  dismissToast(first?.id)
  expect([first?.tone, currentToast()]).toMatchObject(['info', { title: 'Second', tone: 'danger' }])
  dismissToast()
  stop()
  toast({ title: 'Third' })
  expect(heard).toEqual(['First', 'Second', undefined])
  dismissToast()
})
