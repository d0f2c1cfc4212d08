import { createHmac } from 'node:crypto'

type Visitor = { day: string; address: string; userAgent: string }

/**
 * Stands for a visitor until the events of the last few seconds are written down. What is stored is a hash of it with the day's
 * salt and the posting: without our secret it leads to no address, and after the day, when the salt is gone, to nothing at all.
 */
export const visitorToken = (secret: string, { day, address, userAgent }: Visitor): string =>
  createHmac('sha256', secret).update(`insights\n${day}\n${address}\n${userAgent}`).digest('hex')
