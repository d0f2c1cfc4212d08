import { storedText } from '#platform/web/browser.ts'

/** What visitors without an account have sent from this browser: ids of jobs, each with a moment. */
export const sentHere = storedText('sentInquiries', 'localStorage')

const mostRemembered = 100

export function rememberSent(jobId: string): void {
  const others = sentHere
    .read()
    .split(',')
    .filter((part) => part !== '' && !part.startsWith(jobId))
  const sent = `${jobId} ${new Date().toISOString()}`
  sentHere.write([sent, ...others].slice(0, mostRemembered).join(','))
}
