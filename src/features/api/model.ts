/** All calls of version 1 together, from one address. */
export const v1Limit = { max: 600, seconds: 60 } as const

export const v1Path = '/api/v1'
