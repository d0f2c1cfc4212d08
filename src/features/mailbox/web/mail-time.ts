const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' })

/** The same on the server and in every browser. */
export const mailTime = (iso: string): string => `${format.format(new Date(iso))} UTC`
