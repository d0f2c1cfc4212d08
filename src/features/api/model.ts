/** All calls of version 1 together, from one address. */
export const v1Limit = { max: 600, seconds: 60 } as const

export const v1Path = '/api/v1'

/** Where assistants find their tools (Model Context Protocol). */
export const assistantsPath = '/mcp'

/** Calls of tools from one address; each may make several of version 1. */
export const assistantLimit = { max: 120, seconds: 60, group: 'assistants' } as const

/** Calls by one key. */
export const keyLimit = { max: 600, seconds: 60, group: 'key' } as const

/** What a hook tells, and what each means. */
export const hookEvents = {
  'application.received': 'Somebody applied',
  'message.received': 'An applicant wrote',
  'application.moved': 'An application moved, also to hired or closed',
  'posting.changed': 'A posting went live, closed, was rejected or the like',
} as const
/** What the button for a test sends. */
export const testEvent = 'test'
export type HookEvent = keyof typeof hookEvents | typeof testEvent

/** After the first try, the second and so on: for two days. */
export const pauseMinutes = [1, 5, 30, 120, 360, 720, 1440] as const
export const answerSeconds = 60
export const deliveryDays = 30
