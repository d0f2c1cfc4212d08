/** All calls of version 1 together, from one address. */
export const v1Limit = { max: 600, seconds: 60 } as const

export const v1Path = '/api/v1'

/** Where assistants find their tools (Model Context Protocol). */
export const assistantsPath = '/mcp'

/** Calls of tools from one address; each may make several of version 1. */
export const assistantLimit = { max: 120, seconds: 60, group: 'assistants' } as const
