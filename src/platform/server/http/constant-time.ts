/** Longer than writing a mail takes. */
const responseMs = 150

/** Takes as long for an address that is known as for one that is not, so that the time of an answer tells nobody which it is. */
export async function constantTimeResponse(work: () => Promise<void>): Promise<void> {
  const [outcome] = await Promise.allSettled([work(), new Promise((resolve) => setTimeout(resolve, responseMs))])
  if (outcome.status === 'rejected') throw outcome.reason
}
